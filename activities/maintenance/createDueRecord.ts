import { hash } from 'node:crypto'
import { ApiError } from '../../client/errors.ts'
import {
  createMaintenance,
  listMaintenance,
  type Maintenance,
  type NewMaintenance,
} from '../../contract/api/maintenance.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { storePlannedService, type PlannedKey } from '../../state/maintenance/plannedService.ts'
import type { AutomationDeps } from '../shared/automation.ts'
import { isTransient, isKeyRejected } from '../shared/failures.ts'
import { listAllRecords } from '../shared/listAll.ts'
import type { DueOccurrence } from './findDueOccurrences.ts'
import { checkDueOccurrence, toNotes } from './checkDueOccurrence.ts'

/** Outcome for a planned record. `unavailable`: the subscription does not include maintenance. */
export type DueOutcome = 'made' | 'found' | 'done' | 'waits' | 'refused' | 'unavailable'

/**
 * Computes the key of a planned record. There is one record per item, plan and due date; by use, one per due reading of
 * a baseline.
 */
export const toPlannedKey = ({ gear, plan, dueOn, use }: DueOccurrence): PlannedKey => ({
  gear_id: gear.id,
  plan: plan.id,
  due_on: use ? `${use.field} ${use.reading} from ${use.from} on ${use.since}` : dueOn,
})

const toBody = (due: DueOccurrence): NewMaintenance => ({
  item_type: due.gear.gear_type,
  item_id: due.gear.id,
  service_type: due.plan.service_type,
  service_date: due.dueOn,
  ...(due.plan.provider === undefined ? {} : { service_provider: due.plan.provider }),
  notes: toNotes(due),
})

/**
 * Computes a key from plan, item, date and body. A corrected plan therefore does not get the stored error of the old
 * one.
 */
function toIdempotencyKey(due: DueOccurrence, body: NewMaintenance): string {
  const bodyHash = hash('sha256', JSON.stringify(body), 'hex').slice(0, 16)
  return ['plan', due.plan.id, due.gear.id, due.dueOn, bodyHash].join('-')
}

const readRecords = ({ api }: AutomationDeps, itemId: string, signal: AbortSignal): Promise<Maintenance[]> =>
  listAllRecords(
    'maintenance',
    async (page) => (await api.call(listMaintenance, { query: { ...page, item_id: itemId } }, { signal })).body,
  )

/** @returns the id of the new record, or the reason why none was created */
async function createRecord(
  { api, log }: AutomationDeps,
  due: DueOccurrence,
  signal: AbortSignal,
): Promise<{ id: string } | 'refused' | 'unavailable'> {
  const body = toBody(due)
  try {
    return {
      id: (await api.call(createMaintenance, { body }, { idempotencyKey: toIdempotencyKey(due, body), signal })).body
        .data.id,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'feature_not_available') return 'unavailable'
    if (isTransient(error) || isKeyRejected(error) || error.status >= 500) throw error
    const logFields = {
      plan: due.plan.id,
      gearId: due.gear.id,
      dueOn: due.dueOn,
      code: error.code,
      requestId: error.requestId,
    }
    log.warn(logFields, `the record of the plan ${due.plan.id} was refused: ${error.detail}`)
    return 'refused'
  }
}

/**
 * Creates the planned record unless it exists, and stores its id. A retry after a crash creates no second one: it finds
 * the record by its Idempotency-Key within a day, later among the item's records.
 * @throws transient errors and a rejected key
 */
export async function createDueRecord(
  deps: AutomationDeps,
  due: DueOccurrence,
  timeZone: string,
  signal: AbortSignal,
): Promise<DueOutcome> {
  const check = checkDueOccurrence(due, await readRecords(deps, due.gear.id, signal), timeZone)
  if (check.outcome === 'waits') return 'waits'
  const created = check.outcome === 'make' ? await createRecord(deps, due, signal) : check
  if (typeof created === 'string') return created
  const row = { ...toPlannedKey(due), maintenance_id: created.id, made_at: toIsoTime(deps.clock.nowMs()) }
  await deps.state.write((tx) => storePlannedService(tx, row))
  return check.outcome === 'make' ? 'made' : check.outcome
}
