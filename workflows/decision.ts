import { ApplicationFailure, condition, defineQuery, defineUpdate, setHandler } from '@temporalio/workflow'
import { isFinal, syncMessages, type RunStatus, type SyncProgress, type UpdateRefusal } from '../contract/temporal.ts'

type Decision = 'approve' | 'reject' | 'supersede'

export interface SyncState extends SyncProgress {
  runId: string
  /** Number of items that the plan deletes. An approval must state it. */
  deletes: number
  decision: Decision | null
}

const approve = defineUpdate<RunStatus, [{ runId: string; deletes: number }]>(syncMessages.approve)
const reject = defineUpdate<RunStatus, [{ runId: string }]>(syncMessages.reject)
const supersede = defineUpdate<RunStatus, [{ runId: string }]>(syncMessages.supersede)
const progress = defineQuery<SyncProgress>(syncMessages.progress)

function refuse(type: string, message: string, refusal: UpdateRefusal): never {
  throw ApplicationFailure.nonRetryable(message, type, refusal)
}

function checkWaiting(state: SyncState, runId: string): void {
  if (runId !== state.runId || state.status !== 'waiting' || state.decision !== null)
    refuse('not_waiting', 'The plan is not waiting for a decision.', { reason: 'plan_not_waiting', values: {} })
}

function checkSupersede(state: SyncState, runId: string): void {
  if (runId !== state.runId || isFinal(state.status) || state.decision === 'reject')
    refuse('not_waiting', 'The run has ended.', { reason: 'run_has_ended', values: {} })
  if (state.status === 'applying' || state.decision === 'approve')
    refuse('sync_running', 'This source is being applied now.', { reason: 'source_being_applied', values: {} })
}

/**
 * Registers the handlers of the run's messages. Each update returns once its decision has taken effect. The database
 * shows a plan before the activity returns, so a decision may arrive while the status is `planning`. It waits until
 * then.
 */
export function handleMessages(state: SyncState): void {
  const hasEnded = (): boolean => isFinal(state.status)
  const decide = async (decision: Decision, isEffective: () => boolean): Promise<RunStatus> => {
    state.decision ??= decision
    await condition(isEffective)
    return state.status
  }
  const waitUntilPlanned = async (runId: string): Promise<void> => {
    await condition(() => state.status !== 'planning')
    checkWaiting(state, runId)
  }
  const validator = ({ runId }: { runId: string }): void => {
    if (state.status !== 'planning') checkWaiting(state, runId)
  }
  const handleApproval = async ({ runId, deletes }: { runId: string; deletes: number }): Promise<RunStatus> => {
    await waitUntilPlanned(runId)
    if (deletes !== state.deletes)
      refuse('deletes_not_confirmed', `The plan deletes ${state.deletes} items; the approval must name that number.`, {
        reason: 'deletes_not_confirmed',
        values: { deletes: state.deletes },
      })
    return decide('approve', () => state.status !== 'waiting')
  }
  const handleRejection = async ({ runId }: { runId: string }): Promise<RunStatus> => {
    await waitUntilPlanned(runId)
    return decide('reject', hasEnded)
  }
  setHandler(approve, handleApproval, { validator })
  setHandler(reject, handleRejection, { validator })
  setHandler(supersede, () => decide('supersede', hasEnded), { validator: ({ runId }) => checkSupersede(state, runId) })
  setHandler(progress, () => ({ status: state.status, done: state.done, total: state.total }))
}
