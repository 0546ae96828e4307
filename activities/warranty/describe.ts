import type { DocumentType } from '../../contract/documents.ts'
import type { Notification } from '../notify/types.ts'
import type { Coverage, Item } from './types.ts'

const WORDS: Readonly<Record<DocumentType, string>> = {
  warranty: 'Warranty',
  insurance: 'Insurance',
  receipt: 'Receipt',
  user_manual: 'User manual',
}

export function describeEnd(day: string, left: number): string {
  if (left === 0) return `ends today, on ${day}`
  if (left === 1) return `ends tomorrow, on ${day}`
  if (left === -1) return `ended yesterday, on ${day}`
  return left > 0 ? `ends on ${day}, in ${left} days` : `ended on ${day}, ${-left} days ago`
}

function describeWhich({ title }: Coverage, item: Item | undefined): string {
  if (!item) return `"${title}"`
  return item.assetTag === null ? `of ${item.name}` : `of ${item.name} (${item.assetTag})`
}

const fact = (name: string, value: string | null | undefined): { name: string; value: string }[] =>
  value === null || value === undefined || value === '' ? [] : [{ name, value }]

export function describeCoverageEnd(coverage: Coverage, item: Item | undefined, step: number, left: number): Notification {
  const { expiresOn } = coverage
  const word = WORDS[coverage.type]
  return {
    kind: 'warranty',
    subject: coverage.id,
    dueOn: expiresOn,
    step,
    title: `${word} ${describeWhich(coverage, item)} ${describeEnd(expiresOn, left)}`,
    facts: [
      ...fact('Item', item?.name),
      ...fact('Asset tag', item?.assetTag),
      ...fact('Serial number', item?.serialNumber),
      ...fact(word, coverage.title),
      ...fact('Provider', coverage.provider),
      ...fact('Reference', coverage.referenceNumber),
      ...fact(left < 0 ? 'Ended on' : 'Ends on', expiresOn),
      ...fact(left < 0 ? 'Days since' : 'Days left', String(Math.abs(left))),
    ],
  }
}
