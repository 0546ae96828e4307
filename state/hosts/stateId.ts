import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/sql/types.ts'
import { readFact, storeFact, storeFactOnce } from '../tables/factTable.ts'

const STATE_ID_FACT = 'state_id'
/** Ids of the databases that this state was moved from, as a JSON array. */
const EARLIER_IDS_FACT = 'earlier_state_ids'
/** Where the state was moved to. Its database is not used any more. */
const MOVED_FACT = 'state_moved_to'

/** Id of this database, which a backup and its restore keep. Created at first use. */
export async function loadStateId(tx: Tx): Promise<string> {
  await storeFactOnce(tx, STATE_ID_FACT, randomUUID())
  return (await readFact(tx, STATE_ID_FACT)) ?? ''
}

/** Ids of the databases that this state was moved from. */
export const readEarlierStateIds = async (tx: Tx): Promise<string[]> =>
  JSON.parse((await readFact(tx, EARLIER_IDS_FACT)) ?? '[]') as string[]

/** Gives moved state an id of its own, so that the database that it comes from is not taken for it. */
export async function renewStateId(tx: Tx): Promise<void> {
  const earlier = [...(await readEarlierStateIds(tx)), await loadStateId(tx)]
  await storeFact(tx, EARLIER_IDS_FACT, JSON.stringify(earlier))
  await storeFact(tx, STATE_ID_FACT, randomUUID())
}

/** Marks a database whose state was moved. @param place the target, without user and password */
export const markStateMoved = (tx: Tx, place: string): Promise<number> => storeFact(tx, MOVED_FACT, place)

/** Where this database's state was moved to; undefined if it is here. */
export const findMovedTo = (tx: Tx): Promise<string | undefined> => readFact(tx, MOVED_FACT)
