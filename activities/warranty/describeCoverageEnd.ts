import type { DocumentType } from '../../contract/api/documents.ts'
import { englishTexts, type Texts } from '../../messages/languages/texts.ts'
import type { Notification } from '../notify/types.ts'
import type { Coverage, Item } from './types.ts'

type NamedItem = Pick<Item, 'name' | 'assetTag' | 'serialNumber'>

export const describeEnd = (day: string, daysLeft: number, { coverage, format }: Texts = englishTexts): string =>
  coverage.end({ day: format.day(day), daysLeft })

function describeTitle(
  { type, title, expiresOn }: Coverage,
  item: NamedItem | undefined,
  daysLeft: number,
  texts: Texts,
): string {
  const about = { type, typeName: texts.documentTypes[type], end: describeEnd(expiresOn, daysLeft, texts) }
  if (!item) return texts.coverage.ofDocument({ ...about, title })
  return texts.coverage.ofItem({
    ...about,
    item: item.assetTag === null ? item.name : `${item.name} (${item.assetTag})`,
  })
}

const toFacts = (name: string, value: string | null | undefined): { name: string; value: string }[] =>
  value === null || value === undefined || value === '' ? [] : [{ name, value }]

function findAdvice(type: DocumentType, daysLeft: number, hasItem: boolean, { coverage }: Texts): string {
  if (type !== 'warranty') return daysLeft < 0 ? coverage.renewEnded : coverage.renewInTime
  if (daysLeft < 0) return coverage.enterExtension
  return hasItem ? coverage.checkItem : coverage.checkCovered
}

/** @param daysLeft negative once the end has passed */
export function describeCoverageEnd(
  coverage: Coverage,
  item: NamedItem | undefined,
  step: number,
  daysLeft: number,
  texts: Texts = englishTexts,
): Notification {
  const { expiresOn } = coverage
  const { facts: names, format } = texts
  return {
    kind: 'warranty',
    documentType: coverage.type,
    subject: coverage.id,
    dueOn: expiresOn,
    step,
    title: describeTitle(coverage, item, daysLeft, texts),
    facts: [
      ...toFacts(names.item, item?.name),
      ...toFacts(names.assetTag, item?.assetTag),
      ...toFacts(names.serialNumber, item?.serialNumber),
      ...toFacts(texts.documentTypes[coverage.type], coverage.title),
      ...toFacts(names.provider, coverage.provider),
      ...toFacts(names.reference, coverage.referenceNumber),
      ...toFacts(daysLeft < 0 ? names.endedOn : names.endsOn, format.day(expiresOn)),
      ...toFacts(daysLeft < 0 ? names.daysSince : names.daysLeft, format.count(Math.abs(daysLeft))),
      { name: names.whatToDo, value: findAdvice(coverage.type, daysLeft, item !== undefined, texts) },
    ],
  }
}
