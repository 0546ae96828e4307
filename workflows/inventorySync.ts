import { allHandlersFinished, CancellationScope, condition, isCancellation } from '@temporalio/workflow'
import type { Ending, Reason, Standing } from '../activities/inventorySync/types.ts'
import type { RunStatus, SyncInput } from '../contract/temporal.ts'
import { takeMessages, type SyncState } from './decision.ts'
import { failureReason, isTimeout } from './failureReason.ts'
import { filesOn, work } from './proxies.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A plan without a decision expires after this time. */
const WAIT_MS = 7 * DAY_MS
const SLICE = 500

type Result = Pick<Ending, 'ending' | 'reason'>

const end = (ending: Ending['ending'], reason: Reason | null = null): Result => ({ ending, reason })

function adopt(state: SyncState, standing: Standing): Standing {
  state.status = standing.status
  state.deletes = standing.deletes
  if (standing.status === 'applying') Object.assign(state, { done: 0, total: standing.actions })
  return standing
}

/** Reads the file on the host that has it. Retries once after a timeout, because the whole machine may have been asleep. */
async function stage({ runId, filesQueue }: SyncInput): Promise<Standing> {
  try {
    return await filesOn(filesQueue, '9m').stageSource({ runId })
  } catch (error) {
    if (!isTimeout(error)) throw error
    return filesOn(filesQueue, '1m').stageSource({ runId })
  }
}

/** Reads and plans. The worker's database stores the run's state, so a restarted workflow resumes there. */
async function prepare(input: SyncInput): Promise<Standing> {
  const staged = await stage(input)
  return staged.plannedAtMs === null ? work.planRun({ runId: input.runId }) : staged
}

async function prepareOrGiveUp(state: SyncState, input: SyncInput): Promise<Standing | null> {
  const scope = new CancellationScope()
  const givenUp = condition(() => state.decision === 'supersede')
  const preparing = scope.run(() => prepare(input))
  const first = await Promise.race([preparing, givenUp.then(() => null)])
  if (first === null) {
    scope.cancel()
    await preparing.catch((error: unknown) => {
      if (!isCancellation(error)) throw error
    })
  }
  return first
}

async function waitForDecision(state: SyncState, plannedAtMs: number): Promise<SyncState['decision']> {
  const leftMs = Math.max(1, plannedAtMs + WAIT_MS - Date.now())
  await condition(() => state.decision !== null, leftMs)
  return state.decision
}

async function apply(state: SyncState, runId: string): Promise<Result> {
  for (let from = 0; from < state.total; from += SLICE) {
    const below = Math.min(from + SLICE, state.total)
    const { stop } = await work.applySlice({ runId, from, below })
    if (stop) return end('stopped', stop)
    state.done = below
  }
  return end('applied')
}

async function drive(state: SyncState, input: SyncInput): Promise<Result> {
  const prepared = await prepareOrGiveUp(state, input)
  if (prepared === null) return end('superseded')
  adopt(state, prepared)
  if (state.status === 'waiting') {
    const decision = await waitForDecision(state, prepared.plannedAtMs ?? Date.now())
    if (decision === null) return end('expired')
    if (decision !== 'approve') return end(decision === 'reject' ? 'rejected' : 'superseded')
    adopt(state, await work.startApplying({ runId: input.runId }))
  }
  return apply(state, input.runId)
}

/**
 * Syncs one source: read, plan, wait for a decision or apply the source's policy, apply, report. Only ids and counts pass through the workflow; rows
 * stay in the worker's database.
 */
export async function inventorySync(input: SyncInput): Promise<RunStatus> {
  const { runId } = input
  const state: SyncState = { runId, status: 'planning', done: 0, total: 0, deletes: 0, decision: null }
  takeMessages(state)
  const result = await drive(state, input).catch((error: unknown): Result => {
    const reason = failureReason(error)
    return end(state.status === 'applying' ? 'stopped' : 'failed', reason)
  })
  return CancellationScope.nonCancellable(async () => {
    state.status = (await work.finishRun({ runId, ...result })).status
    await condition(allHandlersFinished)
    return state.status
  })
}
