import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { SettingsError } from '../../config/config.ts'
import type { WorkerContext } from '../context.ts'
import { createHold } from '../lease.ts'
import { isTemporalUnusable } from '../temporal/faults.ts'
import { reconcileSchedules } from './reconcile.ts'

const LEASE = 'schedules'
/** Time after which a dead worker's lease expires. */
const LEASE_MS = 20_000
const ROUND_EVERY_MS = 5 * 60 * 1000
const RETRY_AFTER_MS = 4000
/** A call to an unreachable server must not delay the worker's stop. */
const STOPS_WITHIN_MS = 2000

/** Reconciles the account's schedules while this worker holds the lease. */
export interface ScheduleKeeper {
  /** Checks for changes and applies them. Does not throw transient errors. */
  look: () => Promise<void>
  /** Makes the next check a full round: Temporal may have lost its data. */
  wake: () => void
  /** Ends the current round and releases the lease. */
  stop: () => Promise<void>
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Logs one line when reconciling starts to fail and one when it works again. */
function createComplaint({ log }: WorkerContext): { about: (error: unknown) => void; isOver: () => void } {
  let told: string | undefined
  return {
    about: (error) => {
      const message =
        error instanceof SettingsError
          ? `Schedules stay as they are: kitroom.yaml cannot be used.\n${error.message}`
          : 'Schedules cannot be brought up to date now. Trying again.'
      if (message !== told) log.warn(error instanceof SettingsError || isTemporalUnusable(error) ? {} : { err: error }, message)
      told = message
    },
    isOver: () => {
      if (told !== undefined) log.info('Schedules are up to date again.')
      told = undefined
    },
  }
}

/** Every worker checks; only the lease holder acts. */
export function createScheduleKeeper(context: WorkerContext): ScheduleKeeper {
  const hold = createHold(context, LEASE, LEASE_MS)
  const complaint = createComplaint(context)
  let seen: string | undefined
  let done: string | undefined
  let dueAtMs = 0
  let stopped = false
  let looking: Promise<void> | undefined

  const round = async (text: string): Promise<void> => {
    try {
      await reconcileSchedules(context, async () => !stopped && (await hold.isHeld()))
      complaint.isOver()
      dueAtMs = context.clock.nowMs() + ROUND_EVERY_MS
    } catch (error) {
      if (!stopped) complaint.about(error)
      dueAtMs = context.clock.nowMs() + RETRY_AFTER_MS
    }
    done = text
  }
  const lookOnce = async (): Promise<void> => {
    if (stopped) return
    if (!(await hold.isHeld())) {
      seen = done = undefined
      return
    }
    const text = await readText(context.configFile)
    // Wait for a changed file to settle: an editor may have emptied it before writing.
    const isSettled = seen === undefined || seen === text
    seen = text
    if (isSettled && (text !== done || context.clock.nowMs() >= dueAtMs)) await round(text)
  }
  return {
    look: () => (looking ??= lookOnce().finally(() => (looking = undefined))),
    wake: () => (dueAtMs = 0),
    stop: async () => {
      stopped = true
      await Promise.race([looking, delay(STOPS_WITHIN_MS, undefined, { ref: false })])
      await hold.release()
    },
  }
}
