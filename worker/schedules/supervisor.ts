import { setTimeout as delay } from 'node:timers/promises'
import { SettingsError } from '../../config/config.ts'
import type { Logger } from '../../platform/log.ts'
import type { SettingsAccess } from '../context/context.ts'
import { createLease } from '../context/lease.ts'
import { isReportedElsewhere } from '../context/faults.ts'
import { reconcileSchedules, type ScheduleContext } from './reconcile.ts'

/** Name of the lease that one of the running workers holds. */
export const SCHEDULES_LEASE = 'schedules'
/** Time after which a dead worker's lease expires. */
const LEASE_MS = 20_000
const ROUND_INTERVAL_MS = 5 * 60 * 1000
const RETRY_DELAY_MS = 4000
/** Maximum wait for the current round, because a call to an unreachable server must not delay the worker's stop. */
const STOP_TIMEOUT_MS = 2000

/** Reconciles the account's schedules while this worker holds the lease. */
export interface ScheduleSupervisor {
  /** Checks for changes and applies them, without throwing transient errors. */
  check: () => Promise<void>
  /** Makes the next check a full round, because Temporal may have lost its data. */
  wake: () => void
  /** Ends the current round and releases the lease. */
  stop: () => Promise<void>
}

/** Identifies the settings in force, and the state of the file on this host. */
async function readFingerprint({ settings }: SettingsAccess): Promise<string> {
  const { status, used_sha256, pending_sha256, detail } = await settings.check()
  return JSON.stringify([status, used_sha256, pending_sha256, detail])
}

/** Logs one line when reconciling starts to fail and one when it works again. */
function createFailureLog(log: Logger): { failed: (error: unknown) => void; recovered: () => void } {
  let logged: string | undefined
  return {
    failed: (error) => {
      const message =
        error instanceof SettingsError
          ? `Schedules stay as they are: kitroom.yaml cannot be used.\n${error.message}`
          : 'Schedules cannot be brought up to date now. Trying again.'
      if (message !== logged) log.warn(isReportedElsewhere(error) ? {} : { err: error }, message)
      logged = message
    },
    recovered: () => {
      if (logged !== undefined) log.info('Schedules are up to date again.')
      logged = undefined
    },
  }
}

/** Creates the supervisor. Every worker checks; only the lease holder acts. */
export function createScheduleSupervisor(context: ScheduleContext): ScheduleSupervisor {
  const lease = createLease(context, SCHEDULES_LEASE, LEASE_MS)
  const failureLog = createFailureLog(context.log)
  let lastFingerprint: string | undefined
  let appliedFingerprint: string | undefined
  let nextRoundAtMs = 0
  let isStopped = false
  let checking: Promise<void> | undefined

  const runRound = async (fingerprint: string): Promise<void> => {
    try {
      await reconcileSchedules(context, async () => !isStopped && (await lease.isHeld()))
      failureLog.recovered()
      nextRoundAtMs = context.clock.nowMs() + ROUND_INTERVAL_MS
    } catch (error) {
      if (!isStopped) failureLog.failed(error)
      nextRoundAtMs = context.clock.nowMs() + RETRY_DELAY_MS
    }
    appliedFingerprint = fingerprint
  }
  const checkOnce = async (): Promise<void> => {
    if (isStopped) return
    if (!(await lease.isHeld())) {
      lastFingerprint = appliedFingerprint = undefined
      return
    }
    const fingerprint = await readFingerprint(context)
    // A changed file must settle first, because an editor may have emptied it before writing.
    const isSettled = lastFingerprint === undefined || lastFingerprint === fingerprint
    lastFingerprint = fingerprint
    if (isSettled && (fingerprint !== appliedFingerprint || context.clock.nowMs() >= nextRoundAtMs))
      await runRound(fingerprint)
  }
  return {
    check: () => (checking ??= checkOnce().finally(() => (checking = undefined))),
    wake: () => (nextRoundAtMs = 0),
    stop: async () => {
      isStopped = true
      await Promise.race([checking, delay(STOP_TIMEOUT_MS, undefined, { ref: false })])
      await lease.release()
    },
  }
}
