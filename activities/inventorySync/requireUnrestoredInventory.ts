import { say } from '../../contract/sentences/say.ts'
import { INVENTORY_RESTORED } from '../../state/database/epoch.ts'
import { readAccount, type Account } from '../shared/api.ts'
import { createFinalFailure } from '../shared/failures.ts'
import type { SyncDeps } from './types.ts'

/**
 * Reads the account.
 * @throws ApplicationFailure `inventory_restored` when its inventory was restored since the run began; the run has then
 * ended
 */
export async function requireUnrestoredInventory(
  { api, detectRestore }: SyncDeps,
  signal: AbortSignal,
): Promise<Account> {
  const account = await readAccount(api, signal)
  if (await detectRestore(account.epoch)) throw createFinalFailure(INVENTORY_RESTORED.code, say('inventory_restored'))
  return account
}
