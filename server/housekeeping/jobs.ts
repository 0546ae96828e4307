import { checkpointJob } from './checkpoint.ts'
import type { Job } from './job.ts'
import { pruneAnswersJob } from './pruneAnswers.ts'
import { pruneAuditJob } from './pruneAudit.ts'
import { pruneDeletedJob } from './pruneDeleted.ts'
import { pruneDeliveriesJob } from './pruneDeliveries.ts'
import { pruneEventsJob } from './pruneEvents.ts'
import { recordsJob } from './records.ts'
import { statisticsJob } from './statistics.ts'

/** Jobs with cron times in the machine's time zone. Each runs at least once an hour, because laptops are not on all night. */
export const jobs = {
  audit: { cron: '*/10 * * * *', run: pruneAuditJob },
  answers: { cron: '17 * * * *', run: pruneAnswersJob },
  checkpoint: { cron: '4-59/15 * * * *', run: checkpointJob },
  deleted: { cron: '51 * * * *', run: pruneDeletedJob },
  deliveries: { cron: '2-59/5 * * * *', run: pruneDeliveriesJob },
  events: { cron: '47 * * * *', run: pruneEventsJob },
  records: { cron: '3-59/5 * * * *', run: recordsJob },
  statistics: { cron: '33 * * * *', run: statisticsJob },
} as const satisfies Record<string, { cron: string; run: Job }>

export type JobName = keyof typeof jobs
export const jobNames = Object.keys(jobs) as JobName[]
