import type { DocumentType } from '../../contract/documents.ts'
import type { Notification } from '../notify/types.ts'
import type { Cover, Item } from './types.ts'

const WORDS: Readonly<Record<DocumentType, string>> = {
  warranty: 'warranty',
  insurance: 'insurance',
  receipt: 'receipt',
  user_manual: 'user manual',
}

const plural = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** Such as "ends in 30 days", "ends tomorrow", "ended 3 days ago". */
export function describeEnd(left: number): string {
  if (left === 0) return 'ends today'
  if (left === 1) return 'ends tomorrow'
  if (left === -1) return 'ended yesterday'
  return left > 0 ? `ends in ${plural(left)}` : `ended ${plural(-left)} ago`
}

/** Which cover it is, for a title: that of an item, with its tag, else the document itself. */
function describeWhich({ title }: Cover, item: Item | undefined): string {
  if (!item) return `"${title}"`
  return item.assetTag === null ? `of ${item.name}` : `of ${item.name} (${item.assetTag})`
}

const fact = (name: string, value: string | null | undefined): { name: string; value: string }[] =>
  value === null || value === undefined || value === '' ? [] : [{ name, value }]

/** What people are told of a cover's end. @param left days from today to its end */
export function describeCover(cover: Cover, item: Item | undefined, step: number, left: number): Notification {
  const { expiresOn } = cover
  const word = WORDS[cover.type]
  return {
    kind: 'warranty',
    subject: cover.id,
    dueOn: expiresOn,
    step,
    title: `The ${word} ${describeWhich(cover, item)} ${describeEnd(left)}, on ${expiresOn}`,
    facts: [
      ...fact('Item', item?.name),
      ...fact('Asset tag', item?.assetTag),
      ...fact('Serial number', item?.serialNumber),
      ...fact(`${word[0]?.toUpperCase()}${word.slice(1)}`, cover.title),
      ...fact('Provider', cover.provider),
      ...fact('Reference', cover.referenceNumber),
      ...fact(left < 0 ? 'Ended on' : 'Ends on', expiresOn),
      ...fact(left < 0 ? 'Days since' : 'Days left', String(Math.abs(left))),
    ],
  }
}
