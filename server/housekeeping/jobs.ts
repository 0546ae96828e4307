import type { Job } from './job.ts'
import { pruneDeletedJob } from './pruneDeleted.ts'
import { pruneSessionsJob } from './pruneSessions.ts'
import { pruneAnswers } from '../idempotency/prune.ts'
import { pruneAudit } from '../audit/prune.ts'
import { pruneDeliveries } from '../webhooks/prune.ts'
import { pruneEvents } from '../webhooks/pruneEvents.ts'
import { migrateRecords } from '../db/migrateRecords.ts'

/** An age that no row reaches. */
const CENTURY_DAYS = 36_525

/** Merges and prunes audit rows. Merging to save space does not depend on the clock, so it always runs. */
const pruneAuditJob: Job = async ({ db, clock, auditLimits, guard }, signal) => {
  const limits = (await guard.mayPrune()) ? auditLimits : { ...auditLimits, days: CENTURY_DAYS, minDays: CENTURY_DAYS }
  return { ...(await pruneAudit(db, clock, limits, signal)) }
}

const pruneAnswersJob: Job = async ({ db, clock, guard }, signal) => ({
  answers: (await guard.mayPrune()) ? await pruneAnswers(db, clock, signal) : 0,
})

const checkpointJob: Job = ({ db }) => db.maintain('checkpoint')

const pruneDeliveriesJob: Job = async ({ db, clock, guard }, signal) => ({
  deliveries: (await guard.mayPrune()) ? await pruneDeliveries(db, clock, signal) : 0,
})

const pruneEventsJob: Job = async ({ db, clock, eventDays, guard }, signal) => ({
  events: (await guard.mayPrune()) ? await pruneEvents(db, clock, eventDays, signal) : 0,
})

/** Migrates records that a concurrent older server wrote. */
const recordsJob: Job = async ({ db }, signal) => {
  const { rows = 0, changed = 0 } = (await migrateRecords(db, () => undefined, signal)) ?? {}
  return { rows, changed }
}

const statisticsJob: Job = ({ db }) => db.maintain('statistics')

/**
 * Jobs with cron times in the machine's time zone. Each runs at least once an hour, because laptops are not on all
 * night.
 */
export const jobs = {
  audit: { cron: '*/10 * * * *', run: pruneAuditJob },
  answers: { cron: '17 * * * *', run: pruneAnswersJob },
  checkpoint: { cron: '4-59/15 * * * *', run: checkpointJob },
  deleted: { cron: '51 * * * *', run: pruneDeletedJob },
  deliveries: { cron: '2-59/5 * * * *', run: pruneDeliveriesJob },
  events: { cron: '47 * * * *', run: pruneEventsJob },
  records: { cron: '3-59/5 * * * *', run: recordsJob },
  sessions: { cron: '21 * * * *', run: pruneSessionsJob },
  statistics: { cron: '33 * * * *', run: statisticsJob },
} as const satisfies Record<string, { cron: string; run: Job }>

export type JobName = keyof typeof jobs
export const jobNames = Object.keys(jobs) as JobName[]
