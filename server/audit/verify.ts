import type { Database, Tx } from '../../platform/sql/types.ts'
import { pauseAfterWork } from './pauses.ts'
import { createVerification, continueVerification, type ChainVerification } from './verification.ts'

const PAUSE_FACTOR = 0.5

export type ChainReport = ChainVerification

/** Verifies an account's audit chain in one snapshot against its links and the account's state. */
export async function verifyChain(tx: Tx, account: string): Promise<ChainVerification> {
  const verification = createVerification()
  while (!(await continueVerification(tx, account, verification)));
  return verification
}

/**
 * Verifies the chain in small reads with pauses. The chain may grow or be pruned between the reads.
 * @param head hash of an earlier link that the chain must contain
 */
export async function* verifyChainInBatches(
  db: Database,
  account: string,
  head: string | undefined,
): AsyncGenerator<ChainVerification, void, undefined> {
  const verification = createVerification(head)
  for (;;) {
    const startMs = performance.now()
    const ended = await db.read((tx) => continueVerification(tx, account, verification, head))
    yield verification
    if (ended) return
    await pauseAfterWork(startMs, PAUSE_FACTOR)
  }
}
