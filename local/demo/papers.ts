import type { Client } from '../../client/client.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { createDocument, type NewDocument } from '../../contract/settings/documents.ts'
import type { DemoDays } from './days.ts'

interface DemoPaper {
  /** Asset tag of the document's item; absent for a document of the studio. */
  tag?: string
  /** Days from today. */
  issued?: number
  expires?: number
  document: Omit<NewDocument, 'gear_id' | 'issued_on' | 'expires_on'>
}

const mutual = { type: 'insurance', provider: 'Meridian Mutual' } as const
const extended = { type: 'warranty', provider: 'Bench & Bellows' } as const
const receipt = { type: 'receipt', provider: 'Parallax Camera Store' } as const

/** Documents of the studio. Insurers and shops are invented. */
const PAPERS: readonly DemoPaper[] = [
  {
    issued: -340,
    expires: 25,
    document: {
      ...mutual,
      title: 'Equipment insurance',
      reference_number: 'EQ-20418',
      amount: 1480,
      notes: 'Send a new list of serial numbers before it is renewed.',
    },
  },
  {
    issued: -291,
    expires: 74,
    document: { ...mutual, title: 'Transport cover, location kit', reference_number: 'TR-7731', amount: 310 },
  },
  {
    tag: 'KR-D-003',
    issued: -354,
    expires: 11,
    document: {
      type: 'insurance',
      title: 'Drone liability: Inspire 3',
      provider: 'Skyline Cover',
      reference_number: 'UAV-5520',
      amount: 265,
    },
  },
  {
    tag: 'KR-C-004',
    issued: -724,
    expires: 6,
    document: { ...extended, title: 'Extended warranty: Sony FX3', reference_number: 'XW-0931', amount: 189 },
  },
  {
    tag: 'KR-L-006',
    issued: -680,
    expires: 48,
    document: { ...extended, title: 'Extended warranty: Canon RF85mm', amount: 149 },
  },
  {
    tag: 'KR-C-002',
    issued: -355,
    document: {
      ...receipt,
      title: 'Receipt: Canon EOS R6 Mark III',
      reference_number: 'R-118204',
      amount: 2799,
      file_name: 'r6-mark-iii.pdf',
    },
  },
  {
    tag: 'KR-A-007',
    issued: -616,
    document: {
      ...receipt,
      title: 'Receipt: Aputure LS 600c Pro II',
      reference_number: 'R-109377',
      amount: 2690,
      file_name: 'ls-600c.pdf',
    },
  },
  {
    tag: 'KR-A-004',
    document: { type: 'user_manual', title: 'Manual: Godox AD600Pro II', file_name: 'ad600pro-ii-manual.pdf' },
  },
]

/** Enters the documents of the demo. @param settings client of the account settings @param items by asset tag */
export async function enterPapers(
  settings: Client,
  items: ReadonlyMap<string, Gear>,
  { inDays }: DemoDays,
): Promise<void> {
  const enter = async ({ tag, issued, expires, document }: DemoPaper): Promise<void> => {
    const body = {
      ...document,
      gear_id: items.get(tag ?? '')?.id ?? null,
      issued_on: issued === undefined ? null : inDays(issued),
      expires_on: expires === undefined ? null : inDays(expires),
    }
    await settings.call(createDocument, { body }, { idempotencyKey: crypto.randomUUID() })
  }
  await Promise.all(PAPERS.map(enter))
}
