import { allHandlersFinished, CancellationScope, condition, isCancellation } from '@temporalio/workflow'
import type { RunOutcome, StopReason, RunState } from '../activities/inventorySync/types.ts'
import type { RunStatus, SyncInput } from '../contract/temporal.ts'
import { handleMessages, type SyncState } from './decision.ts'
import { failureReason, isTimeout } from './failureReason.ts'
import { fileActivitiesOn, fileActivitiesOfHost, accountActivities, planActivities } from './proxies.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Time after which a plan without a decision expires. The preview of a bulk edit expires after a day. */
const PLAN_EXPIRY_MS = 7 * DAY_MS
const EDIT_EXPIRY_MS = DAY_MS
const ROWS_PER_SLICE = 500

type Result = Pick<RunOutcome, 'ending' | 'reason' | 'writeBackFailure'>

const toResult = (ending: RunOutcome['ending'], reason: StopReason | null = null): Result => ({ ending, reason })

function adopt(state: SyncState, runState: RunState): RunState {
  state.status = runState.status
  state.deletes = runState.deletes
  if (runState.status === 'applying') Object.assign(state, { done: 0, total: runState.actions })
  return runState
}

/**
 * Fetches the sheet, or reads the file on its host. It retries once after a timeout, since that host may have slept.
 */
async function stage({ runId, filesQueue, host }: SyncInput): Promise<RunState> {
  const activitiesWithin = (time: '9m' | '1m') =>
    host ? fileActivitiesOfHost(filesQueue, time) : fileActivitiesOn(filesQueue, time)
  const options = { summary: 'Fetch the sheet' }
  try {
    return await activitiesWithin('9m').stageSource.executeWithOptions(options, [{ runId }])
  } catch (error) {
    if (!isTimeout(error)) throw error
    return activitiesWithin('1m').stageSource.executeWithOptions(options, [{ runId }])
  }
}

/** Reads the sheet and plans. The worker's database stores the run's state, so a restarted workflow resumes from it. */
async function prepare(input: SyncInput): Promise<RunState> {
  const run = { runId: input.runId }
  if (input.edit)
    return planActivities().planBulkEdit.executeWithOptions(
      { summary: 'Compare the chosen items with the new values' },
      [run],
    )
  const staged = await stage(input)
  if (staged.plannedAtMs !== null) return staged
  return planActivities().planRun.executeWithOptions({ summary: 'Compare the sheet with the inventory' }, [run])
}

async function prepareUnlessSuperseded(state: SyncState, input: SyncInput): Promise<RunState | null> {
  const scope = new CancellationScope()
  const superseded = condition(() => state.decision === 'supersede')
  const preparing = scope.run(() => prepare(input))
  const first = await Promise.race([preparing, superseded.then(() => null)])
  if (first === null) {
    scope.cancel()
    await preparing.catch((error: unknown) => {
      if (!isCancellation(error)) throw error
    })
  }
  return first
}

async function waitForDecision(state: SyncState, expiresAtMs: number): Promise<SyncState['decision']> {
  const leftMs = Math.max(1, expiresAtMs - Date.now())
  await condition(() => state.decision !== null, leftMs)
  return state.decision
}

async function apply(state: SyncState, runId: string): Promise<Result> {
  for (let from = 0; from < state.total; from += ROWS_PER_SLICE) {
    const below = Math.min(from + ROWS_PER_SLICE, state.total)
    const options = { summary: `Write rows ${from + 1} to ${below} of the plan` }
    const { stop } = await accountActivities.applySlice.executeWithOptions(options, [{ runId, from, below }])
    if (stop) return toResult('stopped', stop)
    state.done = below
  }
  return toResult('applied')
}

/** Writes into the sheet. Its failure does not fail the sync, and the run's report names it. */
async function writeBack(applied: Result, { runId, filesQueue }: SyncInput): Promise<Result> {
  try {
    const options = { summary: 'Write results into the sheet' }
    await fileActivitiesOn(filesQueue, '9m').writeBack.executeWithOptions(options, [{ runId }])
    return applied
  } catch (error) {
    return { ...applied, writeBackFailure: failureReason(error) }
  }
}

async function runSync(state: SyncState, input: SyncInput): Promise<Result> {
  const prepared = await prepareUnlessSuperseded(state, input)
  if (prepared === null) return toResult('superseded')
  adopt(state, prepared)
  if (state.status === 'waiting') {
    const plannedAtMs = prepared.plannedAtMs ?? Date.now()
    const decision = await waitForDecision(state, plannedAtMs + (input.edit ? EDIT_EXPIRY_MS : PLAN_EXPIRY_MS))
    if (decision === null) return toResult('expired')
    if (decision !== 'approve') return toResult(decision === 'reject' ? 'rejected' : 'superseded')
    const options = { summary: 'Check the approved plan' }
    adopt(state, await accountActivities.startApplying.executeWithOptions(options, [{ runId: input.runId }]))
  }
  const applied = await apply(state, input.runId)
  return prepared.writesBack ? writeBack(applied, input) : applied
}

/**
 * Syncs one source: reads the sheet, plans, waits for a decision unless the source's policy decides, applies, reports.
 * Only ids and counts pass through the workflow. Rows stay in the worker's database.
 */
export async function inventorySync(input: SyncInput): Promise<RunStatus> {
  const { runId } = input
  const state: SyncState = { runId, status: 'planning', done: 0, total: 0, deletes: 0, decision: null }
  handleMessages(state)
  const result = await runSync(state, input).catch((error: unknown): Result => {
    const reason = failureReason(error, input.host?.label)
    return toResult(state.status === 'applying' ? 'stopped' : 'failed', reason)
  })
  return CancellationScope.nonCancellable(async () => {
    const options = { summary: `Store how the run ended: ${result.ending}` }
    state.status = (await accountActivities.finishRun.executeWithOptions(options, [{ runId, ...result }])).status
    await condition(allHandlersFinished)
    return state.status
  })
}
