import type { Document } from '../../../contract/api/documents.ts'
import type { Gear } from '../../../contract/api/gear.ts'
import type { Maintenance } from '../../../contract/api/maintenance.ts'
import type { Texts } from '../../../messages/languages/texts.ts'
import { formatGearName } from '../../shared/formatGearName.ts'
import type { Notification } from '../../notify/types.ts'

const toFacts = (name: string, value: string | null): Notification['facts'] => (value === null ? [] : [{ name, value }])

/**
 * Creates the message about an open record whose item has coverage. Its step is 0, because each record has one message.
 */
export function describeCoveredService(
  record: Maintenance,
  item: Pick<Gear, 'brand' | 'model' | 'asset_tag' | 'serial_number'>,
  coverage: Pick<Document, 'type' | 'title' | 'expires_on' | 'provider' | 'reference_number'>,
  currency: string,
  texts: Texts,
): Notification {
  const { type, title, expires_on: endsOn, provider, reference_number: reference } = coverage
  const { facts: names, format, maintenance, covered } = texts
  const about = { service: record.service_type, item: formatGearName(item) }
  return {
    kind: 'covered_service',
    subject: record.id,
    dueOn: record.service_date,
    step: 0,
    title: endsOn === null ? covered.withoutEnd(about) : covered.until({ ...about, day: format.day(endsOn) }),
    facts: [
      { name: names.item, value: `${item.brand} ${item.model}` },
      ...toFacts(names.assetTag, item.asset_tag),
      ...toFacts(names.serialNumber, item.serial_number),
      { name: names.service, value: record.service_type },
      { name: names.date, value: format.day(record.service_date) },
      ...toFacts(names.provider, record.service_provider),
      ...toFacts(names.cost, record.cost === null ? null : format.money(record.cost, currency)),
      {
        name: texts.documentTypes[type],
        value: endsOn === null ? maintenance.coveredWithoutEnd : maintenance.coveredUntil(format.day(endsOn)),
      },
      { name: names.document, value: title },
      ...toFacts(names.coveredBy, provider),
      ...toFacts(names.reference, reference),
      { name: names.whatToDo, value: provider === null ? covered.askProvider : covered.ask(provider) },
    ],
  }
}
