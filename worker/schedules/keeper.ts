import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { SettingsError } from '../../config/config.ts'
import type { WorkerContext } from '../context.ts'
import { createHold } from '../hold.ts'
import { isTemporalUnusable } from '../temporal/faults.ts'
import { reconcileSchedules } from './reconcile.ts'

const LEASE = 'schedules'
/** A worker that died makes way for another after this time. */
const LEASE_MS = 20_000
const ROUND_EVERY_MS = 5 * 60 * 1000
const RETRY_AFTER_MS = 4000
/** A call to a server that is away must not hold up a worker that stops. */
const STOPS_WITHIN_MS = 2000

/** Keeps the schedules of the account, as long as it is the only one that does. */
export interface ScheduleKeeper {
  /** Looks whether there is something to do, and does it. Never throws for what may pass. */
  look: () => Promise<void>
  /** The next look does a whole round: Temporal may have lost what it knew. */
  wake: () => void
  /** Ends the round under way and makes way for another worker at once. */
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

/** One line when it stops working, one when it works again. */
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

/** Makes the keeper of this worker. Several may look; the one with the lease acts. */
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
    // A file that changes is left to settle: an editor may have emptied it to write it anew.
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
