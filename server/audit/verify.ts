import type { Database, Tx } from '../../platform/sql/types.ts'
import { pauseAfter } from './pauses.ts'
import { createWalk, continueWalk, type Walk } from './walk.ts'

const PAUSE_FACTOR = 0.5

export type ChainReport = Walk

/** Verifies an account's audit chain in one snapshot against its links and the account's state. */
export async function verifyChain(tx: Tx, account: string): Promise<Walk> {
  const walk = createWalk()
  while (!(await continueWalk(tx, account, walk)));
  return walk
}

/**
 * Verifies the chain in small reads with pauses. The chain may grow or be pruned between the reads.
 * @param head hash of an earlier link that the chain must contain
 */
export async function* walkChain(db: Database, account: string, head: string | undefined): AsyncGenerator<Walk, void, undefined> {
  const walk = createWalk(head)
  for (;;) {
    const startMs = performance.now()
    const ended = await db.read((tx) => continueWalk(tx, account, walk, head))
    yield walk
    if (ended) return
    await pauseAfter(startMs, PAUSE_FACTOR)
  }
}
