import { nestFields } from '../../contract/api/fieldKeys.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../../client/errors.ts'
import { createGear, deleteGear, updateGear, type NewGear } from '../../contract/api/gear.ts'
import type { PlanRow } from '../../contract/control/control.ts'
import type { RowError } from '../../contract/control/rowError.ts'
import type { StoredRow } from '../../state/sync/planRows.ts'
import type { SentResult } from '../../state/tables/schema.ts'
import type { Api } from '../shared/api.ts'
import type { SentOutcome } from './planStore.ts'
import { withoutServices } from '../../sheets/plan/serviceRecords.ts'
import { sendMaintenance } from './sendMaintenance.ts'
import { isTransient, isKeyRejected } from '../shared/failures.ts'

/**
 * Maximum number of attempts for a row after a 5xx response. The row itself may be the cause and must not block the
 * others.
 */
const MAX_SERVER_FAULT_ATTEMPTS = 3
const SERVER_FAULT_RETRY_MS = 250

export interface SendRowResult {
  result: SentResult
  gearId: string | null
  error: RowError | null
}

function describeApiError(error: ApiError): RowError {
  const faults = error.errors.map(
    (fault) => `${fault.pointer ?? fault.parameter ?? fault.header ?? ''}: ${fault.detail}`,
  )
  const { code, reason, values, errors, requestId } = error
  const described: RowError = { code, detail: [error.detail, ...faults].join(' ') }
  if (reason !== undefined) described.reason = reason
  if (values !== undefined) described.values = values
  if (errors.length > 0) described.errors = errors
  if (requestId !== undefined) described.request_id = requestId
  return described
}

const RESULT_BY_OUTCOME = {
  update: 'updated',
  create: 'created',
  mark: 'marked',
  delete: 'deleted',
} as const satisfies Record<SentOutcome, SentResult>

/** Combines run and row, so that a retried row is written once. */
const toIdempotencyKey = (row: StoredRow): string => `${row.run_id}-${row.position}`

async function sendRequest(api: Api, row: StoredRow, signal: AbortSignal): Promise<string> {
  const plan = JSON.parse(row.body) as PlanRow
  const options = { idempotencyKey: toIdempotencyKey(row), runId: row.run_id, signal }
  if (row.outcome === 'create') {
    const body = nestFields(withoutServices(plan.fields ?? {})) as NewGear
    const { id } = (await api.call(createGear, { body }, options)).body.data
    await sendMaintenance(api, { row, plan, gearId: id }, signal)
    return id
  }
  const params = { id: row.gear_id as string }
  const conditionalOptions = { ...options, ifMatch: `"${row.judged_at}"` }
  if (row.outcome === 'delete') return (await api.call(deleteGear, { params }, conditionalOptions)).body.data.id
  const changed = Object.entries(withoutServices(plan.changed ?? {}))
  const updates = Object.fromEntries(changed.map(([field, { to }]) => [field, to]))
  if (changed.length > 0)
    await api.call(updateGear, { params, body: { updates: nestFields(updates) } }, conditionalOptions)
  await sendMaintenance(api, { row, plan, gearId: params.id }, signal)
  return params.id
}

/** Converts a final error. `stale`: the item was changed or deleted after the plan was made. */
function toRefusal(row: StoredRow, error: ApiError): SendRowResult {
  const isGone = row.outcome !== 'create' && error.status === 404
  return { result: error.status === 412 || isGone ? 'stale' : 'failed', gearId: null, error: describeApiError(error) }
}

/**
 * Sends only the maintenance records of a row.
 * @returns the row's result if one is refused
 * @throws transient errors and a rejected key
 */
export async function sendRowMaintenance(
  api: Api,
  row: StoredRow,
  gearId: string,
  signal: AbortSignal,
): Promise<SendRowResult | undefined> {
  try {
    await sendMaintenance(api, { row, plan: JSON.parse(row.body) as PlanRow, gearId }, signal)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError) || isTransient(error) || isKeyRejected(error) || error.status >= 500) throw error
    return toRefusal(row, error)
  }
}

/** Sends one plan row to the API. @throws transient errors and a rejected key; the row has no result then */
export async function sendRow(api: Api, row: StoredRow, signal: AbortSignal): Promise<SendRowResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      const gearId = await sendRequest(api, row, signal)
      return { result: RESULT_BY_OUTCOME[row.outcome as SentOutcome], gearId, error: null }
    } catch (error) {
      if (!(error instanceof ApiError) || isTransient(error) || isKeyRejected(error)) throw error
      if (error.status < 500 || attempt === MAX_SERVER_FAULT_ATTEMPTS) return toRefusal(row, error)
      await delay(SERVER_FAULT_RETRY_MS * attempt, undefined, { signal })
    }
  }
}
