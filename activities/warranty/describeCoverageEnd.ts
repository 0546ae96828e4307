import { ADVICE_FACT } from '../../channels/channel.ts'
import { documentTypeNames, type DocumentType } from '../../contract/documents.ts'
import type { Notification } from '../notify/types.ts'
import type { Coverage, Item } from './types.ts'

type NamedItem = Pick<Item, 'name' | 'assetTag' | 'serialNumber'>

export function describeEnd(day: string, daysLeft: number): string {
  if (daysLeft === 0) return `ends today, on ${day}`
  if (daysLeft === 1) return `ends tomorrow, on ${day}`
  if (daysLeft === -1) return `ended yesterday, on ${day}`
  return daysLeft > 0 ? `ends on ${day}, in ${daysLeft} days` : `ended on ${day}, ${-daysLeft} days ago`
}

function describeSubject({ title }: Coverage, item: NamedItem | undefined): string {
  if (!item) return `"${title}"`
  return item.assetTag === null ? `of ${item.name}` : `of ${item.name} (${item.assetTag})`
}

const toFacts = (name: string, value: string | null | undefined): { name: string; value: string }[] =>
  value === null || value === undefined || value === '' ? [] : [{ name, value }]

function describeAdvice(type: DocumentType, daysLeft: number, hasItem: boolean): string {
  if (type !== 'warranty')
    return daysLeft < 0 ? 'Renew it and enter its new end, or acknowledge this reminder.' : 'Renew it in time, and enter its new end.'
  if (daysLeft < 0) return 'If it was extended, enter its new end. Otherwise acknowledge this reminder.'
  return `Check ${hasItem ? 'the item' : 'what it covers'} for faults now, and claim them from the provider before the warranty ends.`
}

export function describeCoverageEnd(coverage: Coverage, item: NamedItem | undefined, step: number, daysLeft: number): Notification {
  const { expiresOn } = coverage
  const typeName = documentTypeNames[coverage.type]
  return {
    kind: 'warranty',
    subject: coverage.id,
    dueOn: expiresOn,
    step,
    title: `${typeName} ${describeSubject(coverage, item)} ${describeEnd(expiresOn, daysLeft)}`,
    facts: [
      ...toFacts('Item', item?.name),
      ...toFacts('Asset tag', item?.assetTag),
      ...toFacts('Serial number', item?.serialNumber),
      ...toFacts(typeName, coverage.title),
      ...toFacts('Provider', coverage.provider),
      ...toFacts('Reference', coverage.referenceNumber),
      ...toFacts(daysLeft < 0 ? 'Ended on' : 'Ends on', expiresOn),
      ...toFacts(daysLeft < 0 ? 'Days since' : 'Days left', String(Math.abs(daysLeft))),
      { name: ADVICE_FACT, value: describeAdvice(coverage.type, daysLeft, item !== undefined) },
    ],
  }
}
