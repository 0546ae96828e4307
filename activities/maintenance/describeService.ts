import type { Gear } from '../../contract/api/gear.ts'
import type { Maintenance } from '../../contract/api/maintenance.ts'
import { englishTexts, type Texts } from '../../messages/languages/texts.ts'
import { formatGearName } from '../shared/formatGearName.ts'
import type { ServiceHistory } from './readServiceHistory.ts'
import type { Notification } from '../notify/types.ts'

type Item = Pick<Gear, 'brand' | 'model' | 'asset_tag' | 'serial_number' | 'storage_location'>

const toFacts = (name: string, value: string | null): Notification['facts'] => (value === null ? [] : [{ name, value }])

function toCoverageFacts(
  { coverage }: ServiceHistory,
  { facts: names, documentTypes, maintenance, format }: Texts,
): Notification['facts'] {
  if (!coverage) return []
  const { type, title, expires_on: endsOn, provider, reference_number: reference } = coverage
  return [
    {
      name: documentTypes[type],
      value: endsOn === null ? maintenance.coveredWithoutEnd : maintenance.coveredUntil(format.day(endsOn)),
    },
    ...toFacts(names.document, title),
    ...toFacts(names.coveredBy, provider),
    ...toFacts(names.reference, reference),
  ]
}

function describeEarlier(
  { service_date: date, service_type: type, cost }: Maintenance,
  currency: string,
  { format }: Texts,
): string {
  const work = `${format.day(date)} ${type}`
  return cost === null ? work : `${work}, ${format.money(cost, currency)}`
}

const toEarlierFacts = ({ earlier, currency }: ServiceHistory, texts: Texts): Notification['facts'] =>
  earlier.length === 0
    ? []
    : [
        {
          name: texts.facts.lastServices,
          value: earlier.map((record) => describeEarlier(record, currency, texts)).join('; '),
        },
      ]

const describeAdvice = ({ coverage }: ServiceHistory, { maintenance }: Texts): string =>
  coverage ? `${maintenance.askBeforePaying} ${maintenance.completeOrMove}` : maintenance.completeOrMove

function describeTitle(
  { service_type: service, service_date: date }: Maintenance,
  item: Item,
  daysLeft: number,
  texts: Texts,
): string {
  const about = { service, item: formatGearName(item), day: texts.format.day(date) }
  return daysLeft < 0 ? texts.maintenance.overdue(about) : texts.maintenance.due(about)
}

/**
 * Describes an unfinished record. A message that is sent on a later day gets a new text.
 * @param daysLeft negative once the date has passed
 */
export function describeService(
  record: Maintenance,
  item: Item,
  { step, daysLeft }: { step: number; daysLeft: number },
  history: ServiceHistory,
  texts: Texts = englishTexts,
): Notification {
  const { facts: names, format } = texts
  const name = `${item.brand} ${item.model}`
  return {
    kind: 'maintenance',
    subject: record.id,
    dueOn: record.service_date,
    step,
    title: describeTitle(record, item, daysLeft, texts),
    facts: [
      ...toFacts(names.item, name),
      ...toFacts(names.assetTag, item.asset_tag),
      ...toFacts(names.serialNumber, item.serial_number),
      ...toFacts(names.keptAt, item.storage_location),
      ...toFacts(names.service, record.service_type),
      ...toFacts(names.due, format.day(record.service_date)),
      ...toFacts(daysLeft < 0 ? names.daysOverdue : names.daysLeft, format.count(Math.abs(daysLeft))),
      ...toFacts(names.status, texts.maintenance.statuses[record.status]),
      ...toFacts(names.provider, record.service_provider),
      ...toCoverageFacts(history, texts),
      ...toEarlierFacts(history, texts),
      { name: names.whatToDo, value: describeAdvice(history, texts) },
    ],
  }
}
