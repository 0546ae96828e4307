import { readAccount } from '../../activities/shared/api.ts'
import type { RunContext, WorkerContext } from '../context/context.ts'
import { detectRestore } from '../wakeups/reconcile.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'

const API_TIMEOUT_MS = 3000

/**
 * Ends earlier runs if the inventory was restored. If the API does not answer, the check happens when the first rows
 * are sent.
 */
export async function checkForRestore(context: RunContext & Pick<WorkerContext, 'api'>): Promise<void> {
  const account = await readAccount(context.api, AbortSignal.timeout(scaleTimeLimit(API_TIMEOUT_MS))).catch(
    () => undefined,
  )
  if (account) await detectRestore(context, account.epoch)
}
