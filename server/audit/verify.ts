import type { Database, Tx } from '../../platform/sql/types.ts'
import { restAfter } from './rest.ts'
import { beginWalk, walkOn, type Walk } from './walk.ts'

/** Between the steps others have the process half as long. */
const REST = 0.5

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
  for (;;) {
    const startMs = performance.now()
    const ended = await db.read((tx) => walkOn(tx, account, walk, head))
    yield walk
    if (ended) return
    await restAfter(startMs, REST)
  }
}
