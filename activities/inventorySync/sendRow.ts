import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../../client/errors.ts'
import { createGear, deleteGear, updateGear, type NewGear } from '../../contract/gear.ts'
import type { PlanRow } from '../../contract/control.ts'
import type { StoredRow } from '../../state/planRows.ts'
import type { SentResult } from '../../state/schema.ts'
import type { Api } from '../api.ts'
import type { SentOutcome } from './planStore.ts'
import { mayPass, refusesKey } from '../failures.ts'

/** A row that makes the server fail is tried this often: the fault may be in the row, and must not hold up the others for ever. */
const SERVER_FAULT_TRIES = 3
const SERVER_FAULT_WAIT_MS = 250

export interface RowError {
  code: string
  detail: string
  request_id?: string
}

export interface Sent {
  result: SentResult
  gearId: string | null
  error: RowError | null
}

function describe(error: ApiError): RowError {
  const faults = error.errors.map((fault) => `${fault.pointer ?? fault.parameter ?? fault.header ?? ''}: ${fault.detail}`)
  const detail = [error.detail, ...faults].join(' ')
  return { code: error.code, detail, ...(error.requestId === undefined ? {} : { request_id: error.requestId }) }
}

/** What a row is called once the API has done it. */
const DONE = { update: 'updated', create: 'created', mark: 'marked', delete: 'deleted' } as const satisfies Record<SentOutcome, SentResult>

/** Made of plan and row: whatever crashes, the same row of the same plan is written once. */
const idempotencyKey = (row: StoredRow): string => `${row.run_id}-${row.position}`

async function write(api: Api, row: StoredRow, signal: AbortSignal): Promise<string> {
  const plan = JSON.parse(row.body) as PlanRow
  const options = { idempotencyKey: idempotencyKey(row), signal }
  if (row.outcome === 'create') return (await api.call(createGear, { body: plan.fields as NewGear }, options)).body.data.id
  const params = { id: row.gear_id as string }
  const conditional = { ...options, ifMatch: `"${row.judged_at}"` }
  if (row.outcome === 'delete') return (await api.call(deleteGear, { params }, conditional)).body.data.id
  const updates = Object.fromEntries(Object.entries(plan.changed ?? {}).map(([field, { to }]) => [field, to]))
  return (await api.call(updateGear, { params, body: { updates } }, conditional)).body.data.id
}

/** The answer to a row that the API turned down for good. The item was changed or deleted since it was judged: stale. */
function refused(row: StoredRow, error: ApiError): Sent {
  const gone = row.outcome !== 'create' && error.status === 404
  return { result: error.status === 412 || gone ? 'stale' : 'failed', gearId: null, error: describe(error) }
}

/**
 * Sends one row of a plan to the API and says what came of it.
 * @throws what may pass when tried later (no answer, 429, 503 …) and a refused key; the row has no result then.
 */
export async function sendRow(api: Api, row: StoredRow, signal: AbortSignal): Promise<Sent> {
  for (let attempt = 1; ; attempt++) {
    try {
      const gearId = await write(api, row, signal)
      return { result: DONE[row.outcome as SentOutcome], gearId, error: null }
    } catch (error) {
      if (!(error instanceof ApiError) || mayPass(error) || refusesKey(error)) throw error
      if (error.status < 500 || attempt === SERVER_FAULT_TRIES) return refused(row, error)
      await delay(SERVER_FAULT_WAIT_MS * attempt, undefined, { signal })
    }
  }
}
