// What the API says now, as people should read it: written from docs/reminders.md and its neighbours, without the
// product's code.
import type { Api, Item as ApiItem } from '../../support/api.ts'
import { dayOf, type DayNumber } from '../yearModel.ts'
import { describeCoverage, describeCovered, describeService, describeShoot } from './titles.ts'

/** What a message may say of a record now. */
export interface Statement {
  /** The end of the record's id; empty where messages have none. */
  id: string
  title: string
  status: string | undefined
  facts: Map<string, string>
}

export interface Snapshot {
  gear: Map<string, ApiItem>
  services: ApiItem[]
  documents: ApiItem[]
  shoots: ApiItem[]
}

/** Of a new account. */
const CURRENCY = 'USD'

async function listAll(api: Api, path: string): Promise<ApiItem[]> {
  const records: ApiItem[] = []
  for (let total = 1; records.length < total;) {
    const page = await api.get(`${path}?limit=200&offset=${records.length}`)
    total = page.pagination().total
    records.push(...page.items())
  }
  return records
}

export const listServices = (api: Api): Promise<ApiItem[]> => listAll(api, '/maintenance')

/** Without retired items and their records: nobody is to be reminded of them. */
export async function readSnapshot(api: Api): Promise<Snapshot> {
  const gear = (await listAll(api, '/gear')).filter(({ status }) => status !== 'retired')
  const [services, documents, shoots] = [
    await listServices(api),
    await listAll(api, '/documents'),
    await listAll(api, '/shoots'),
  ]
  return { gear: new Map(gear.map((item) => [item.id, item])), services, documents, shoots }
}

const text = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

/** Without those that have no value. */
export const toFacts = (facts: readonly (readonly [string, unknown])[]): Map<string, string> =>
  new Map(
    facts.flatMap(([name, value]) => {
      const shown = text(value)
      return shown === null || shown === '' ? [] : [[name, shown] as const]
    }),
  )

export const nameGear = ({ brand, model, asset_tag: tag }: ApiItem): string =>
  tag === null ? `${brand} ${model}` : `${brand} ${model} (${tag})`
const money = (amount: unknown): string | null =>
  typeof amount === 'number' ? `${amount.toFixed(2)} ${CURRENCY}` : null
const typeNameOf = ({ type }: ApiItem): string => (type === 'warranty' ? 'Warranty' : 'Insurance')

export const listItemFacts = (item: ApiItem): [string, unknown][] => [
  ['Item', `${item['brand']} ${item['model']}`],
  ['Asset tag', item['asset_tag']],
  ['Serial number', item['serial_number']],
]

const endOf = ({ expires_on: endsOn }: ApiItem): string => text(endsOn) ?? '9999-12-31'

/** The documents of which one is named: in force on the date, a warranty before an insurance, those that end last. */
function findCoverages({ documents, gear }: Snapshot, service: ApiItem): ApiItem[] {
  const date = String(service['service_date'])
  const begin = ({ issued_on: issuedOn }: ApiItem): string =>
    text(issuedOn) ?? text(gear.get(String(service['item_id']))?.['purchase_date']) ?? date
  const inForce = documents.filter(
    (one) => one['gear_id'] === service['item_id'] && begin(one) <= date && endOf(one) >= date,
  )
  const warranties = inForce.filter(({ type }) => type === 'warranty')
  const chosen = warranties.length > 0 ? warranties : inForce.filter(({ type }) => type === 'insurance')
  const last = chosen
    .map((one) => endOf(one))
    .toSorted()
    .at(-1)
  return chosen.filter((one) => endOf(one) === last)
}

const listCoverageFacts = (document: ApiItem): [string, unknown][] => [
  [
    typeNameOf(document),
    document['expires_on'] === null ? 'still covered, without an end' : `still covered until ${endOf(document)}`,
  ],
  ['Document', document['title']],
  ['Covered by', document['provider']],
  ['Reference', document['reference_number']],
]

function describeEarlier({ services }: Snapshot, itemId: unknown): string | null {
  const completed = services.filter((one) => one['item_id'] === itemId && one.status === 'completed').slice(-3)
  const lines = completed.toReversed().map((one) => {
    const cost = money(one['cost'])
    return `${String(one['service_date'])} ${String(one['service_type'])}${cost === null ? '' : `, ${cost}`}`
  })
  return lines.length === 0 ? null : lines.join('; ')
}

function describeDue(daysLeft: number): string {
  if (daysLeft < 0) return daysLeft === -1 ? 'Overdue since yesterday' : `Overdue by ${-daysLeft} days`
  if (daysLeft === 0) return 'Due today'
  return daysLeft === 1 ? 'Due tomorrow' : `Due in ${daysLeft} days`
}

const IS_DONE = 'Complete the record once the work is done, or move it to another date.'

/** What a reminder of open maintenance says, for each document that may be named. */
function stateService(snapshot: Snapshot, service: ApiItem, item: ApiItem, day: DayNumber): Statement[] {
  const due = dayOf(String(service['service_date']))
  const coverages = findCoverages(snapshot, service)
  const named = coverages.length === 0 ? [undefined] : coverages
  return named.map((document) => ({
    id: service.id.slice(-8),
    title: describeService(String(service['service_type']), nameGear(item), due, day),
    status: describeDue(due - day),
    facts: toFacts([
      ...listItemFacts(item),
      ['Kept at', item['storage_location']],
      ['Service', service['service_type']],
      ['Due', service['service_date']],
      [due < day ? 'Days overdue' : 'Days left', Math.abs(due - day)],
      ['Status', service.status === 'in_progress' ? 'in progress' : service.status],
      ['Provider', service['service_provider']],
      ...(document ? listCoverageFacts(document) : []),
      ['Last services', describeEarlier(snapshot, service['item_id'])],
      ['What to do', document ? `The item is covered: ask before you pay. ${IS_DONE}` : IS_DONE],
    ]),
  }))
}

/** That gear is still covered while a service of it is open. */
function stateCovered(snapshot: Snapshot, service: ApiItem, item: ApiItem, day: DayNumber): Statement[] {
  return findCoverages(snapshot, service)
    .filter((document) => document['expires_on'] !== null && dayOf(endOf(document)) >= day)
    .map((document) => ({
      id: '',
      title: describeCovered(String(service['service_type']), nameGear(item), dayOf(endOf(document))),
      status: undefined,
      facts: toFacts([
        ...listItemFacts(item),
        ['Service', service['service_type']],
        ['Date', service['service_date']],
        ['Provider', service['service_provider']],
        ['Cost', money(service['cost'])],
        ...listCoverageFacts(document),
        ['What to do', `Ask ${text(document['provider']) ?? 'the provider'} before you pay for it.`],
      ]),
    }))
}

function describeEndStatus(daysLeft: number): string {
  if (daysLeft < 0) return daysLeft === -1 ? 'Ended yesterday' : `Ended ${-daysLeft} days ago`
  if (daysLeft === 0) return 'Ends today'
  return daysLeft === 1 ? 'Ends tomorrow' : `Ends in ${daysLeft} days`
}

function adviseOnEnd(isWarranty: boolean, hasEnded: boolean, hasItem: boolean): string {
  if (!isWarranty)
    return hasEnded
      ? 'Renew it and enter its new end, or acknowledge this reminder.'
      : 'Renew it in time, and enter its new end.'
  if (hasEnded) return 'If it was extended, enter its new end. Otherwise acknowledge this reminder.'
  return `Check ${hasItem ? 'the item' : 'what it covers'} for faults now, and claim them from the provider before the warranty ends.`
}

/** What a reminder of a warranty or insurance that ends says. */
function stateEnd({ gear }: Snapshot, document: ApiItem, day: DayNumber): Statement[] {
  const item = gear.get(String(document['gear_id']))
  const { type, expires_on: endsOn } = document
  if ((type !== 'warranty' && type !== 'insurance') || endsOn === null || (document['gear_id'] !== null && !item))
    return []
  const daysLeft = dayOf(endOf(document)) - day
  const hasEnded = daysLeft < 0
  return [
    {
      id: document.id.slice(-8),
      title: describeCoverage(type, item && nameGear(item), String(document['title']), day + daysLeft, day),
      status: describeEndStatus(daysLeft),
      facts: toFacts([
        ...(item ? listItemFacts(item) : []),
        [typeNameOf(document), document['title']],
        ['Provider', document['provider']],
        ['Reference', document['reference_number']],
        [hasEnded ? 'Ended on' : 'Ends on', endsOn],
        [hasEnded ? 'Days since' : 'Days left', Math.abs(daysLeft)],
        ['What to do', adviseOnEnd(type === 'warranty', hasEnded, item !== undefined)],
      ]),
    },
  ]
}

const describePlaces = (places: readonly string[]): string =>
  places.length > 5 ? `${places.slice(0, 5).join('; ')} and ${places.length - 5} more` : places.join('; ')

function describeDuration(minutes: unknown): string | null {
  if (typeof minutes !== 'number') return null
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter((part) => part !== '').join(' ')
}

/** What a reminder of a shoot of today or tomorrow says. */
function stateShoot(shoot: ApiItem, day: DayNumber): Statement[] {
  const date = dayOf(String(shoot['shoot_date']))
  if (date < day || date > day + 1 || shoot.status === 'cancelled' || shoot.status === 'completed') return []
  const places = shoot['locations'] as string[]
  const [title, client, time] = [String(shoot['title']), text(shoot['client_name']), text(shoot['shoot_time'])]
  return [
    {
      id: '',
      title: describeShoot({ title, client, time }, date === day),
      status: date === day ? 'Today' : 'Tomorrow',
      facts: toFacts([
        ['Shoot', title],
        ['Client', client],
        ['Date', shoot['shoot_date']],
        ['Time', time],
        ['Duration', describeDuration(shoot['duration_minutes'])],
        [places.length > 1 ? 'Places' : 'Place', describePlaces(places)],
        ['Status', shoot.status],
        ['Notes', shoot['notes']],
      ]),
    },
  ]
}

/** All that a message may say now, but for readings and problems. */
export function stateAll(snapshot: Snapshot, day: DayNumber): Statement[] {
  const open = snapshot.services.filter(({ status }) => status === 'scheduled' || status === 'in_progress')
  return [
    ...open.flatMap((service) => {
      const item = snapshot.gear.get(String(service['item_id']))
      return item ? [...stateService(snapshot, service, item, day), ...stateCovered(snapshot, service, item, day)] : []
    }),
    ...snapshot.documents.flatMap((document) => stateEnd(snapshot, document, day)),
    ...snapshot.shoots.flatMap((shoot) => stateShoot(shoot, day)),
  ]
}
