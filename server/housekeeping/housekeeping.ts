import { randomUUID } from 'node:crypto'
import { schedule, type ScheduledTask } from 'node-cron'
import type { JobCounts, HousekeepingDeps } from './job.ts'
import { jobNames, jobs, type JobName } from './jobs.ts'
import { setLeaseEnd, acquireLease } from './lease.ts'

const MAX_RUN_MS = 10 * 60 * 1000
/** Longer than a run, so that no other server starts one meanwhile. A crashed server blocks a job for as long. */
const LEASE_MS = 15 * 60 * 1000
/**
 * Time after a run for which other servers skip the job: their clocks differ, but each scheduled time must start only
 * one run.
 */
const LEASE_GRACE_MS = 20_000

export interface JobRun {
  job: JobName
  counts?: JobCounts
  durationMs: number
}

export interface Housekeeping {
  start(): void
  /** Runs a job now, or returns the current run. @throws the job's error after logging it */
  run(job: JobName): Promise<JobRun>
  stop(): Promise<void>
}

async function runOnce(deps: HousekeepingDeps, holder: string, job: JobName, stopping: AbortSignal): Promise<JobRun> {
  const { db, clock, log } = deps
  const startMs = performance.now()
  const durationMs = (): number => Math.round(performance.now() - startMs)
  const now = clock.nowMs()
  try {
    if (!(await acquireLease(db, { job, holder, now, until: now + LEASE_MS }))) {
      log.debug({ job }, 'housekeeping: another server does it')
      return { job, durationMs: durationMs() }
    }
    const counts = await jobs[job].run(deps, AbortSignal.any([stopping, AbortSignal.timeout(MAX_RUN_MS)]))
    await setLeaseEnd(db, { job, holder, until: clock.nowMs() + LEASE_GRACE_MS })
    log.info({ job, ...counts, durationMs: durationMs() }, 'housekeeping')
    return { job, counts, durationMs: durationMs() }
  } catch (error) {
    log.error({ err: error, job, durationMs: durationMs() }, 'housekeeping failed; it is tried again at its next time')
    await setLeaseEnd(db, { job, holder, until: clock.nowMs() }).catch(() => undefined)
    throw error
  }
}

/** @param times cron texts that replace the jobs' own */
export function createHousekeeping(deps: HousekeepingDeps, times: Partial<Record<JobName, string>> = {}): Housekeeping {
  const holder = randomUUID()
  const running = new Map<JobName, Promise<JobRun>>()
  const stopping = new AbortController()
  let tasks: ScheduledTask[] = []
  const run = (job: JobName): Promise<JobRun> => {
    const currentRun =
      running.get(job) ?? runOnce(deps, holder, job, stopping.signal).finally(() => running.delete(job))
    running.set(job, currentRun)
    return currentRun
  }
  // The run has already logged its failure.
  const tick = (job: JobName): Promise<unknown> =>
    running.has(job) ? Promise.resolve() : run(job).catch(() => undefined)
  return {
    start() {
      // Records the clock now, so that a later start can detect a pause.
      deps.guard
        .mayPrune()
        .catch((error: unknown) => deps.log.error({ err: error }, 'housekeeping: the clock could not be checked'))
      const logger = {
        info: ignoreMessage,
        warn: ignoreMessage,
        debug: ignoreMessage,
        error: (error: string | Error) => deps.log.error({ err: error }, 'housekeeping'),
      }
      tasks = jobNames.map((job) =>
        schedule(times[job] ?? jobs[job].cron, () => tick(job), { name: job, noOverlap: true, logger }),
      )
    },
    run,
    async stop() {
      stopping.abort()
      for (const task of tasks) await task.destroy()
      await Promise.allSettled(running.values())
    },
  }
}

/** Ticks missed while the machine sleeps are not logged. */
const ignoreMessage = (): void => undefined
