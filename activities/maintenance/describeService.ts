import { ADVICE_FACT } from '../../channels/channel.ts'
import { documentTypeNames } from '../../contract/documents.ts'
import type { Gear } from '../../contract/gear.ts'
import type { Maintenance } from '../../contract/maintenance.ts'
import { formatGearName } from '../formatGearName.ts'
import type { ServiceHistory } from './readServiceHistory.ts'
import type { Notification } from '../notify/types.ts'

type Item = Pick<Gear, 'brand' | 'model' | 'asset_tag' | 'serial_number' | 'storage_location'>

const toFacts = (name: string, value: string | null): Notification['facts'] => (value === null ? [] : [{ name, value }])

const describeDueDate = (date: string, daysLeft: number): string => (daysLeft < 0 ? `was due on ${date} and is not done` : `is due on ${date}`)

function toCoverageFacts({ coverage }: ServiceHistory): Notification['facts'] {
  if (!coverage) return []
  const { type, title, expires_on: endsOn, provider, reference_number: reference } = coverage
  return [
    { name: documentTypeNames[type], value: endsOn === null ? 'still covered, without an end' : `still covered until ${endsOn}` },
    ...toFacts('Document', title),
    ...toFacts('Covered by', provider),
    ...toFacts('Reference', reference),
  ]
}

const describeEarlier = ({ service_date: date, service_type: type, cost }: Maintenance, currency: string): string =>
  cost === null ? `${date} ${type}` : `${date} ${type}, ${cost.toFixed(2)} ${currency}`

const toEarlierFacts = ({ earlier, currency }: ServiceHistory): Notification['facts'] =>
  earlier.length === 0 ? [] : [{ name: 'Last services', value: earlier.map((record) => describeEarlier(record, currency)).join('; ') }]

const describeAdvice = ({ coverage }: ServiceHistory): string =>
  `${coverage ? 'The item is covered: ask before you pay. ' : ''}Complete the record once the work is done, or move it to another date.`

/**
 * Describes an unfinished record. A message that is sent on a later day is written anew.
 * @param daysLeft negative once the date has passed
 */
export function describeService(
  record: Maintenance,
  item: Item,
  { step, daysLeft }: { step: number; daysLeft: number },
  history: ServiceHistory,
): Notification {
  const name = `${item.brand} ${item.model}`
  return {
    kind: 'maintenance',
    subject: record.id,
    dueOn: record.service_date,
    step,
    title: `${record.service_type} of ${formatGearName(item)} ${describeDueDate(record.service_date, daysLeft)}`,
    facts: [
      ...toFacts('Item', name),
      ...toFacts('Asset tag', item.asset_tag),
      ...toFacts('Serial number', item.serial_number),
      ...toFacts('Kept at', item.storage_location),
      ...toFacts('Service', record.service_type),
      ...toFacts('Due', record.service_date),
      ...toFacts(daysLeft < 0 ? 'Days overdue' : 'Days left', String(Math.abs(daysLeft))),
      ...toFacts('Status', record.status === 'in_progress' ? 'in progress' : record.status),
      ...toFacts('Provider', record.service_provider),
      ...toCoverageFacts(history),
      ...toEarlierFacts(history),
      { name: ADVICE_FACT, value: describeAdvice(history) },
    ],
  }
}
