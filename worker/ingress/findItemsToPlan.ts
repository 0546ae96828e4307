import { meterFields } from '../../contract/api/gearFields.ts'

/** Record and changes of an event. */
interface RecordEvent {
  type: string
  data: { record: Readonly<Record<string, unknown>>; changes: Readonly<Record<string, unknown>> }
}

/** Fields of gear, besides its status, on which maintenance plans depend. */
const PLAN_FIELDS = ['brand', 'model', 'asset_tag', 'purchase_date', 'created_at', ...meterFields]

const hasAny = (changes: Readonly<Record<string, unknown>>, fields: readonly string[]): boolean =>
  fields.some((field) => Object.hasOwn(changes, field))

const sidesOf = (change: unknown): unknown[] => {
  const { from, to } = (change ?? {}) as { from?: unknown; to?: unknown }
  return [from, to]
}

/** True if an item was retired or is in use again; retired items have no plans. */
const isRetiredOrBack = (changes: Readonly<Record<string, unknown>>): boolean =>
  sidesOf(changes['status']).includes('retired')

/**
 * True if an event concerns plans. A maintenance record may be done, stand in for due work, or make other work wait.
 */
function concernsPlans({ type, data: { changes } }: RecordEvent): boolean {
  if (type === 'gear.updated') return hasAny(changes, PLAN_FIELDS) || isRetiredOrBack(changes)
  return type === 'gear.deleted' || type.startsWith('maintenance.')
}

/**
 * Finds the ids of items that maintenance plans must check after an event. New items are found in another way: they are
 * the first of the API's list.
 */
export function findItemsToPlan(event: RecordEvent): string[] {
  if (!concernsPlans(event)) return []
  const { record, changes } = event.data
  const ids = event.type.startsWith('gear.') ? [record['id']] : [record['item_id'], ...sidesOf(changes['item_id'])]
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}
