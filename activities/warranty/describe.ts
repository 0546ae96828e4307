import type { DocumentType } from '../../contract/documents.ts'
import type { Notification } from '../notify/types.ts'
import type { Cover, Item } from './types.ts'

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

function describeWhich({ title }: Cover, item: Item | undefined): string {
  if (!item) return `"${title}"`
  return item.assetTag === null ? `of ${item.name}` : `of ${item.name} (${item.assetTag})`
}

const fact = (name: string, value: string | null | undefined): { name: string; value: string }[] =>
  value === null || value === undefined || value === '' ? [] : [{ name, value }]

export function describeCover(cover: Cover, item: Item | undefined, step: number, left: number): Notification {
  const { expiresOn } = cover
  const word = WORDS[cover.type]
  return {
    kind: 'warranty',
    subject: cover.id,
    dueOn: expiresOn,
    step,
    title: `${word} ${describeWhich(cover, item)} ${describeEnd(expiresOn, left)}`,
    facts: [
      ...fact('Item', item?.name),
      ...fact('Asset tag', item?.assetTag),
      ...fact('Serial number', item?.serialNumber),
      ...fact(word, cover.title),
      ...fact('Provider', cover.provider),
      ...fact('Reference', cover.referenceNumber),
      ...fact(left < 0 ? 'Ended on' : 'Ends on', expiresOn),
      ...fact(left < 0 ? 'Days since' : 'Days left', String(Math.abs(left))),
    ],
  }
}
