import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/sql/types.ts'
import { readFact, storeFact, storeFactOnce } from '../tables/factTable.ts'

const STATE_ID_FACT = 'state_id'
/** Ids of the databases from which this state was moved, as a JSON array. */
const EARLIER_IDS_FACT = 'earlier_state_ids'
/** Destination of the moved state. This database is not used any more. */
const MOVED_FACT = 'state_moved_to'

/** Loads the id of this database, which a backup and its restore keep. It is created at first use. */
export async function loadStateId(tx: Tx): Promise<string> {
  await storeFactOnce(tx, STATE_ID_FACT, randomUUID())
  return (await readFact(tx, STATE_ID_FACT)) ?? ''
}

/** Reads the ids of the databases from which this state was moved. */
export const readEarlierStateIds = async (tx: Tx): Promise<string[]> =>
  JSON.parse((await readFact(tx, EARLIER_IDS_FACT)) ?? '[]') as string[]

/** Gives moved state a new id, so that it is not confused with the database from which it comes. */
export async function renewStateId(tx: Tx): Promise<void> {
  const earlier = [...(await readEarlierStateIds(tx)), await loadStateId(tx)]
  await storeFact(tx, EARLIER_IDS_FACT, JSON.stringify(earlier))
  await storeFact(tx, STATE_ID_FACT, randomUUID())
}

/** Marks a database whose state was moved. @param place the target, without user and password */
export const markStateMoved = (tx: Tx, place: string): Promise<number> => storeFact(tx, MOVED_FACT, place)

/** Finds the destination of this database's state; undefined if the state is here. */
export const findMovedTo = (tx: Tx): Promise<string | undefined> => readFact(tx, MOVED_FACT)
