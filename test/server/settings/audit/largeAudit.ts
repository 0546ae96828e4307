import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { toIsoTime, systemClock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/sql/types.ts'
import { appendAudit } from '../../../../server/audit/chain.ts'
import type { AuditEntry } from '../../../../server/audit/entry.ts'
import { writeAccount } from '../../../../server/db/writeAccount.ts'
import { fullOrSmall } from '../../../support/counts.ts'
import { openHousekeeper } from '../../../support/housekeeping.ts'
import type { Suite } from '../../../support/suite.ts'
import { onPostgres } from '../../../support/testDatabase.ts'

/** `KITROOM_TEST_AUDIT_ROWS` overrides it. PostgreSQL gets fewer rows, because each costs a round trip. */
export const ROW_COUNT = Number(
  process.env['KITROOM_TEST_AUDIT_ROWS'] ?? fullOrSmall(onPostgres ? 20_000 : 60_000, 20_000),
)
const BATCH = 500
export const DAY_MS = 24 * 60 * 60 * 1000
export const KEYS = Array.from({ length: 7 }, () => randomUUID())
const OBJECTS = Array.from({ length: 5000 }, () => v7())
export const startMs = Date.now() - 100 * DAY_MS

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** A past request. Requests are spread over 100 days; one in 10,000 is a DELETE, one in 997 failed. */
export function entryOf(index: number): AuditEntry {
  const atMs = startMs + Math.floor((index / ROW_COUNT) * 99 * DAY_MS)
  const hasFailed = index % 997 === 0
  return {
    at: toIsoTime(atMs),
    requestId: v7({ msecs: atMs }),
    keyId: pick(KEYS, index),
    keyHint: 'sk_studio_…abcd',
    sessionId: null,
    scope: 'gear:read',
    method: index % 10_000 === 7 ? 'DELETE' : 'GET',
    route: '/analytics',
    query: 'limit=50&offset=100',
    status: hasFailed ? 404 : 200,
    errorCode: hasFailed ? 'not_found' : null,
    durationUs: 512,
    bytesIn: 0,
    bytesOut: 18_000,
    ip: '203.0.113.7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) an agent of some length',
    clientRequestId: null,
    idempotencyHash: null,
    replayed: false,
    objectType: 'gear',
    objectId: pick(OBJECTS, index * 7919),
    changed: null,
    versionBefore: null,
    versionAfter: null,
    count: 1,
  }
}

async function fill(db: Database, account: string): Promise<void> {
  for (let index = 0; index < ROW_COUNT; index += BATCH) {
    const entries = Array.from({ length: BATCH }, (_, offset) => entryOf(index + offset))
    await writeAccount(db, systemClock, account, (write) => appendAudit(write, entries), { durable: false })
  }
}

/** Writes `ROW_COUNT` past requests of Alice. */
export async function fillAudit(suite: Suite): Promise<void> {
  await using housekeeper = await openHousekeeper(suite.folder.databaseFile, systemClock)
  await fill(housekeeper.db, suite.aliceAccount.account_id)
}
