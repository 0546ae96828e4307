import { randomUUID } from 'node:crypto'
import { schedule, type ScheduledTask } from 'node-cron'
import type { Counts, HousekeepingDeps } from './job.ts'
import { jobNames, jobs, type JobName } from './jobs.ts'
import { endLease, takeLease } from './lease.ts'

/** A run ends after this long; the next one goes on. */
const LONGEST_RUN_MS = 10 * 60 * 1000
/** Longer than any run, so that no other server begins while one still works; a server that died blocks its jobs no longer than this. */
const LEASE_MS = 15 * 60 * 1000
/** The clocks of servers differ: after a run the others still leave the job alone for this long, so that one tick is one run. */
const LEASE_AFTER_MS = 20_000

/** What came of a run. Without counts another server had the job. */
export interface Run {
  job: JobName
  counts?: Counts
  durationMs: number
}

export interface Housekeeping {
  /** Runs the jobs at their times from now on. */
  start(): void
  /** Runs a job now; the run that is under way, if there is one. @throws what the job throws, once it is in the log */
  run(job: JobName): Promise<Run>
  /** Begins no more runs and waits until those under way have ended. */
  stop(): Promise<void>
}

async function runOnce(deps: HousekeepingDeps, holder: string, job: JobName, stopping: AbortSignal): Promise<Run> {
  const { db, clock, log } = deps
  const startMs = performance.now()
  const durationMs = (): number => Math.round(performance.now() - startMs)
  const now = clock.nowMs()
  try {
    if (!(await takeLease(db, { job, holder, now, until: now + LEASE_MS }))) {
      log.debug({ job }, 'housekeeping: another server does it')
      return { job, durationMs: durationMs() }
    }
    const counts = await jobs[job].run(deps, AbortSignal.any([stopping, AbortSignal.timeout(LONGEST_RUN_MS)]))
    await endLease(db, { job, holder, until: clock.nowMs() + LEASE_AFTER_MS })
    log.info({ job, ...counts, durationMs: durationMs() }, 'housekeeping')
    return { job, counts, durationMs: durationMs() }
  } catch (error) {
    log.error({ err: error, job, durationMs: durationMs() }, 'housekeeping failed; it is tried again at its next time')
    await endLease(db, { job, holder, until: clock.nowMs() }).catch(() => undefined)
    throw error
  }
}

/** @param times other times than those of the jobs, as cron text */
export function createHousekeeping(deps: HousekeepingDeps, times: Partial<Record<JobName, string>> = {}): Housekeeping {
  const holder = randomUUID()
  const underWay = new Map<JobName, Promise<Run>>()
  const stopping = new AbortController()
  let tasks: ScheduledTask[] = []
  const run = (job: JobName): Promise<Run> => {
    const running = underWay.get(job) ?? runOnce(deps, holder, job, stopping.signal).finally(() => underWay.delete(job))
    underWay.set(job, running)
    return running
  }
  // The run itself has told the log of its failure.
  const tick = (job: JobName): Promise<unknown> => (underWay.has(job) ? Promise.resolve() : run(job).catch(() => undefined))
  return {
    start() {
      // Looks at the clock at once: what it finds now is what tells a rest later.
      deps.guard.mayPrune().catch((error: unknown) => deps.log.error({ err: error }, 'housekeeping: the clock could not be looked at'))
      const logger = { info: quiet, warn: quiet, debug: quiet, error: (error: string | Error) => deps.log.error({ err: error }, 'housekeeping') }
      tasks = jobNames.map((job) => schedule(times[job] ?? jobs[job].cron, () => tick(job), { name: job, noOverlap: true, logger }))
    },
    run,
    async stop() {
      stopping.abort()
      for (const task of tasks) await task.destroy()
      await Promise.allSettled(underWay.values())
    },
  }
}

/** A tick that was missed, because the machine slept, needs no line in the log. */
const quiet = (): void => undefined
