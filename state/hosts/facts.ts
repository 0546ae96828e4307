import type { Tx } from '../../platform/sql/types.ts'
import { readFact, storeFact, storeFactOnce } from '../tables/factTable.ts'

/** Key of the last valid kitroom.yaml. */
const LAST_SETTINGS_FACT = 'last_settings'

/** Reads the text of the last valid kitroom.yaml; undefined before the first. */
export const readLastConfigText = (tx: Tx): Promise<string | undefined> => readFact(tx, LAST_SETTINGS_FACT)

export const storeLastConfigText = (tx: Tx, text: string): Promise<number> => storeFact(tx, LAST_SETTINGS_FACT, text)

const LINKS_FACT = 'reminder_links_valid_from'

/** Reads the time before which links in reminders were withdrawn, ISO 8601 UTC. */
export const readLinksValidFrom = (tx: Tx): Promise<string | undefined> => readFact(tx, LINKS_FACT)

export const storeLinksValidFrom = (tx: Tx, at: string): Promise<number> => storeFact(tx, LINKS_FACT, at)

/** Finds the account to which this database belongs; undefined before the first use. */
export const findAccount = (tx: Tx): Promise<string | undefined> => readFact(tx, 'account_id')

/**
 * Assigns this database to an account at first use. Bindings of one account are meaningless in another.
 * @returns the owner
 */
export async function claimAccount(tx: Tx, accountId: string): Promise<string> {
  const owner = await findAccount(tx)
  if (owner !== undefined) return owner
  await storeFactOnce(tx, 'account_id', accountId)
  return (await findAccount(tx)) ?? accountId
}
