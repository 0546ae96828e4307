import { CONSOLE_CODE_MINUTES, DAY_MS, ENDED_SESSION_RETENTION_DAYS } from '../../contract/policies.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { defineStatement } from '../db/statement.ts'
import type { Job } from './job.ts'

// An unused session has ended long before it reaches the age of `before`.
const removeSessions = defineStatement<{ before: string }>((db, arg) =>
  db
    .deleteFrom('console_session')
    .where((row) =>
      row.or([
        row('ended_at', '<', arg('before')),
        row('expires_at', '<', arg('before')),
        row('last_used_at', '<', arg('before')),
      ]),
    ),
)

const removeCodes = defineStatement<{ before: string }>((db, arg) =>
  db.deleteFrom('console_code').where('expires_at', '<', arg('before')),
)

const removeSigningKeys = defineStatement<{ before: string }>((db, arg) =>
  db.deleteFrom('signing_key').where('expires_at', '<', arg('before')),
)

/** Deletes sessions of the console that ended long ago, and codes and signing keys that are no longer valid. */
export const pruneSessionsJob: Job = async ({ db, clock, guard }) => {
  if (!(await guard.mayPrune())) return { sessions: 0, codes: 0, signing_keys: 0 }
  const nowMs = clock.nowMs()
  const before = toIsoTime(nowMs - ENDED_SESSION_RETENTION_DAYS * DAY_MS)
  const codesBefore = toIsoTime(nowMs - CONSOLE_CODE_MINUTES * 60_000)
  return db.write(
    async (tx) => ({
      sessions: await tx.run(removeSessions, { before }),
      codes: await tx.run(removeCodes, { before: codesBefore }),
      signing_keys: await tx.run(removeSigningKeys, { before: codesBefore }),
    }),
    {
      durable: false,
    },
  )
}
