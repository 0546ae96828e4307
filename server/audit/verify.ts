import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { beginWalk, walkOn, type Walk } from './walk.ts'

export type ChainReport = Walk

/** Computes an account's audit chain anew, in one snapshot, and compares it with the links and with the account's state. */
export async function verifyChain(tx: Tx, account: string): Promise<Walk> {
  const walk = beginWalk()
  while (!(await walkOn(tx, account, walk)));
  return walk
}

/**
 * The same in small steps, each a read of its own, with room for other requests between them. The chain may grow and be pruned meanwhile.
 * @param head hash of a link that somebody noted earlier: is it still there?
 */
export async function* walkChain(db: Database, account: string, head: string | undefined): AsyncGenerator<Walk, void, undefined> {
  const walk = beginWalk(head)
  while (!(await db.read((tx) => walkOn(tx, account, walk, head)))) {
    yield walk
    await nextTurn()
  }
  yield walk
}
