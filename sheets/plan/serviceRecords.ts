// Maintenance records of facts about service: a completed one for the last service, a scheduled one for the next.
import type { PlannedMaintenance } from '../../contract/control/rowValues.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { foldText } from '../../platform/foldText.ts'
import { addLength, splitLength } from '../cells/length.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { Binding, MappedRow, PlannedRow } from '../types.ts'
import {
  isServiceFact,
  serviceFacts,
  serviceKinds,
  type ServiceFact,
  type ServiceKind,
} from '../vocabulary/serviceHeaders.ts'
import type { Item, PlanContext } from './planContext.ts'
import type { ServiceRecord } from './planInput.ts'

/** Types of service of records, unless the settings name others. */
const DEFAULT_TYPES: Readonly<Record<ServiceKind, string>> = {
  service: 'Service',
  calibration: 'Calibration',
  inspection: 'Inspection',
}
const WRITTEN: ReadonlySet<string> = new Set(['create', 'update', 'unchanged'])

const typeOf = ({ maintenance }: SheetSettings, kind: ServiceKind): string =>
  (typeof maintenance === 'object' ? maintenance[kind] : undefined) ?? DEFAULT_TYPES[kind]

const isDay = (value: unknown): value is string => typeof value === 'string'

/** Finds the next service of a row: as its cell says, else the last one and the interval. */
function findNext(fields: MappedRow['fields'], kind: ServiceKind): { day: string; evidence?: Said } | undefined {
  const { [`next_${kind}`]: next, [`last_${kind}`]: last, [`${kind}_interval`]: interval } = fields
  if (isDay(next)) return { day: next }
  if (!isDay(last) || typeof interval !== 'string') return undefined
  const evidence = say('interval_added', { day: last, ...splitLength(interval) })
  return { day: addLength(last, interval), evidence }
}

/** Replaces intervals by the days that they give, and leaves out a next service that is not after the last one. */
export function resolveServices(row: MappedRow, { input }: PlanContext): MappedRow {
  if (!serviceFacts.some((fact) => row.fields[fact] !== undefined)) return row
  const fields = { ...row.fields }
  for (const kind of serviceKinds) {
    const next = findNext(row.fields, kind)
    const last = row.fields[`last_${kind}`]
    delete fields[`${kind}_interval`]
    delete fields[`next_${kind}`]
    if (isDay(last) && input.today !== undefined && last > input.today) delete fields[`last_${kind}`]
    if (next && !(isDay(last) && last >= next.day)) fields[`next_${kind}`] = next.day
  }
  return { ...row, fields }
}

/** Values of an item's row that are not facts about service. */
export const withoutServices = <T>(fields: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !isServiceFact(field)))

interface Fact {
  fact: ServiceFact
  day: string
  type: string
  base: unknown
}

/** Plans the record of a fact. @returns undefined if the item has it */
function planRecord(
  { fact, day, type, base }: Fact,
  item_type: Item['gear_type'],
  records: readonly ServiceRecord[],
): PlannedMaintenance | undefined {
  const ofType = records.filter((record) => record.type === foldText(type))
  const shared = { fact, item_type, service_type: type, service_date: day }
  if (fact.startsWith('last_')) {
    const isKnown = ofType.some(({ date, status }) => date === day && status === 'completed')
    return isKnown ? undefined : { action: 'create', ...shared, status: 'completed' }
  }
  if (ofType.some(({ date }) => date === day)) return undefined
  const moved = ofType.find(({ date, status }) => date === base && status === 'scheduled')
  if (!moved) return { action: 'create', ...shared, status: 'scheduled' }
  const { id, updated_at, date: from } = moved
  return { action: 'move', ...shared, status: 'scheduled', id, updated_at, from }
}

/** Adds to a planned row the maintenance records that it makes. A row without other changes becomes an update. */
export function addServices(
  { plan }: PlannedRow,
  { fields }: MappedRow,
  { item, binding }: { item?: Item | undefined; binding?: Binding | undefined },
  { input }: PlanContext,
): void {
  if (!WRITTEN.has(plan.outcome)) return
  const itemType = item?.gear_type ?? (fields['gear_type'] as Item['gear_type'])
  const records = item ? (input.services?.(item.id) ?? []) : []
  const planned: PlannedMaintenance[] = []
  for (const kind of serviceKinds)
    for (const fact of [`last_${kind}`, `next_${kind}`] as const) {
      const [day, base] = [fields[fact], binding?.base[fact]]
      if (!isDay(day) || day === base) continue
      const record = planRecord({ fact, day, type: typeOf(input.settings, kind), base }, itemType, records)
      if (record) planned.push(record)
    }
  if (planned.length === 0) return
  plan.maintenance = planned
  if (plan.outcome === 'create') return
  plan.outcome = 'update'
  plan.changed = { ...plan.changed }
  for (const { fact, service_date } of planned)
    plan.changed[fact] = { from: binding?.base[fact] ?? null, to: service_date }
}

/** Adds how the days of next services were found, where the row writes them. */
export function addServiceEvidence(plan: PlannedRow['plan'], { fields }: MappedRow): void {
  for (const kind of serviceKinds) {
    const fact = `next_${kind}` as const
    const evidence = findNext(fields, kind)?.evidence
    const isWritten = plan.fields?.[fact] !== undefined || plan.changed?.[fact] !== undefined
    if (evidence && isWritten) plan.evidence = { ...plan.evidence, [fact]: evidence }
  }
}
