import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { SettingsError } from '../../config/config.ts'
import type { WorkerContext } from '../context.ts'
import { createLease } from '../lease.ts'
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
export interface ScheduleSupervisor {
  /** Checks for changes and applies them. Does not throw transient errors. */
  check: () => Promise<void>
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
function createFailureLog({ log }: WorkerContext): { failed: (error: unknown) => void; recovered: () => void } {
  let logged: string | undefined
  return {
    failed: (error) => {
      const message =
        error instanceof SettingsError
          ? `Schedules stay as they are: kitroom.yaml cannot be used.\n${error.message}`
          : 'Schedules cannot be brought up to date now. Trying again.'
      if (message !== logged) log.warn(error instanceof SettingsError || isTemporalUnusable(error) ? {} : { err: error }, message)
      logged = message
    },
    recovered: () => {
      if (logged !== undefined) log.info('Schedules are up to date again.')
      logged = undefined
    },
  }
}

/** Every worker checks; only the lease holder acts. */
export function createScheduleSupervisor(context: WorkerContext): ScheduleSupervisor {
  const lease = createLease(context, LEASE, LEASE_MS)
  const failures = createFailureLog(context)
  let seen: string | undefined
  let done: string | undefined
  let dueAtMs = 0
  let stopped = false
  let checking: Promise<void> | undefined

  const runRound = async (text: string): Promise<void> => {
    try {
      await reconcileSchedules(context, async () => !stopped && (await lease.isHeld()))
      failures.recovered()
      dueAtMs = context.clock.nowMs() + ROUND_EVERY_MS
    } catch (error) {
      if (!stopped) failures.failed(error)
      dueAtMs = context.clock.nowMs() + RETRY_AFTER_MS
    }
    done = text
  }
  const checkOnce = async (): Promise<void> => {
    if (stopped) return
    if (!(await lease.isHeld())) {
      seen = done = undefined
      return
    }
    const text = await readText(context.configFile)
    // Wait for a changed file to settle: an editor may have emptied it before writing.
    const isSettled = seen === undefined || seen === text
    seen = text
    if (isSettled && (text !== done || context.clock.nowMs() >= dueAtMs)) await runRound(text)
  }
  return {
    check: () => (checking ??= checkOnce().finally(() => (checking = undefined))),
    wake: () => (dueAtMs = 0),
    stop: async () => {
      stopped = true
      await Promise.race([checking, delay(STOPS_WITHIN_MS, undefined, { ref: false })])
      await lease.release()
    },
  }
}
