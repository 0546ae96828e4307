import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../platform/sql/types.ts'
import type { Schema } from '../db/schema.ts'

/** How long an answer is given again: whoever asks often costs nothing. */
const KNOWN_FOR_MS = 1000
const GIVE_UP_MS = 2000

async function ask(db: Database): Promise<boolean> {
  await db.read((tx) => tx.query(tx.builder<Schema>().selectFrom('account_state').select('account_id').limit(1)))
  // A transaction that changes nothing: it waits its turn and commits, but does not touch the disk.
  await db.write(() => Promise.resolve())
  return true
}

/** Whether the database can be read and takes writes. A database that does not answer within two seconds is not ready; it is not asked twice at once. */
export function createReadiness(db: Database): () => Promise<boolean> {
  let askedAtMs = -Infinity
  let asking: Promise<boolean> | undefined
  let ready = Promise.resolve(false)
  return () => {
    const nowMs = performance.now()
    if (nowMs - askedAtMs < KNOWN_FOR_MS) return ready
    askedAtMs = nowMs
    asking ??= ask(db)
      .catch(() => false)
      .finally(() => (asking = undefined))
    ready = Promise.race([asking, wait(GIVE_UP_MS, false, { ref: false })])
    return ready
  }
}
