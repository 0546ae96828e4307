// Makes the version of the worker that started last current in Temporal. Other versions get no tasks, so a worker also
// takes over when the newer ones have ended. If Temporal never registers a version, the worker continues without one.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { readLeaseClockMs } from '../../state/hosts/leaseClock.ts'
import { removeWorker, reportWorker } from '../../state/hosts/workerVersions.ts'
import type { StateAndClock, TemporalAccess, WorkerContext } from '../context/context.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'
import { readDeployment, setCurrentVersion, type Deployment } from '../temporal/deployment.ts'
import { handleOutage } from '../context/faults.ts'

const CHECK_INTERVAL_MS = 5000
/** Interval of retries, because Temporal registers a version shortly after its first poll. */
const RETRY_INTERVAL_MS = 200
const STOP_WAIT_MS = 1000
const GONE_AFTER_MS = 30_000
/**
 * Time in which a polling version must be registered. Temporal registers none once the namespace has its maximum of
 * deployments, by default 100.
 */
const REGISTRATION_TIMEOUT_MS = 30_000

export interface VersionSupervisor {
  /** True if this worker's version gets the tasks, as far as is known. */
  isCurrent(): boolean
  /** Checks immediately, for example after an outage in which Temporal may have lost its data. */
  wake(): void
  stop(): Promise<void>
}

export interface VersionOptions {
  /** Build id; empty without a version. */
  buildId: string
  isPolling: () => boolean
  dropVersion: () => Promise<void>
}

/** This worker's version, with its known state. */
interface OwnVersion extends VersionOptions {
  workerId: string
  /** Since when Temporal names no such version, by this process's monotonic clock; undefined while it names it. */
  unregisteredSinceMs: number | undefined
  /** Start by the clock that decides leases; undefined before the first check. */
  startedMs: number | undefined
  isCurrent: boolean | undefined
  loggedRefusal: string | undefined
}

type VersionContext = StateAndClock & TemporalAccess & Pick<WorkerContext, 'log' | 'scaledMs'>

/** Stores that this worker runs. @returns the build id of the running worker that started last */
async function report({ state, clock, scaledMs }: VersionContext, own: OwnVersion): Promise<string> {
  const { workerId, buildId } = own
  const nowMs = await readLeaseClockMs(state, clock)
  own.startedMs ??= nowMs
  const worker = { workerId, buildId, startedMs: own.startedMs, nowMs, goneAfterMs: scaledMs(GONE_AFTER_MS) }
  return state.write((tx) => reportWorker(tx, worker), { durable: false })
}

function noteCurrent({ log }: VersionContext, own: OwnVersion, current: string): void {
  const { buildId } = own
  const isCurrent = current === buildId
  if (isCurrent && own.isCurrent !== true && buildId !== '')
    log.info({ buildId }, 'this version of the worker is current in Temporal')
  if (!isCurrent && own.isCurrent === true)
    log.warn(
      { buildId, current },
      'another version of the worker is current in Temporal, and this one gets no workflows',
    )
  own.isCurrent = isCurrent
}

// A single answer without the version is not enough: a busy Temporal may not find the deployment for a moment.
function isRegistrationOverdue({ scaledMs }: VersionContext, own: OwnVersion): boolean {
  if (!own.isPolling()) return false
  const nowMs = performance.now()
  own.unregisteredSinceMs ??= nowMs
  return nowMs - own.unregisteredSinceMs >= scaleTimeLimit(scaledMs(REGISTRATION_TIMEOUT_MS))
}

/** @returns true to try again soon */
async function becomeCurrent(context: VersionContext, own: OwnVersion, deployment: Deployment): Promise<boolean> {
  const { log } = context
  if (own.buildId !== '' && !deployment.builds.includes(own.buildId)) {
    if (!isRegistrationOverdue(context, own)) return true
    log.warn(
      { buildId: own.buildId },
      'Temporal does not register this version of the worker, which continues without worker deployments',
    )
    own.buildId = ''
    await own.dropVersion()
    return true
  }
  own.unregisteredSinceMs = undefined
  const refusal = await setCurrentVersion(context, own.buildId, deployment)
  if (refusal === undefined) noteCurrent(context, own, own.buildId)
  else if (refusal !== own.loggedRefusal)
    log.info({ buildId: own.buildId, refusal }, 'Temporal did not make this version of the worker current yet')
  own.loggedRefusal = refusal
  return refusal !== undefined
}

/** @returns true to check again soon */
async function check(context: VersionContext, own: OwnVersion): Promise<boolean> {
  const deployment = await readDeployment(context)
  const newestBuildId = await report(context, own)
  noteCurrent(context, own, deployment.current)
  if (own.isCurrent === true || newestBuildId !== own.buildId) return false
  return becomeCurrent(context, own, deployment)
}

/** Starts checking, with the database that all workers of the account share. */
export function superviseVersion(context: VersionContext, options: VersionOptions): VersionSupervisor {
  const { state, log, scaledMs } = context
  const own: OwnVersion = {
    ...options,
    workerId: randomUUID(),
    unregisteredSinceMs: undefined,
    startedMs: undefined,
    isCurrent: undefined,
    loggedRefusal: undefined,
  }
  const stopped = new AbortController()
  let sleeping = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const checking = handleOutage(
        () => check(context, own),
        () => false,
      )
      const isUrgent = await checking.catch((error: unknown) => {
        if (!stopped.signal.aborted) log.error({ err: error }, "the check of the worker's version failed")
        return false
      })
      const signal = AbortSignal.any([stopped.signal, sleeping.signal])
      await delay(isUrgent ? RETRY_INTERVAL_MS : scaledMs(CHECK_INTERVAL_MS), undefined, { signal }).catch(
        () => undefined,
      )
      sleeping = new AbortController()
    }
  }
  const running = run()
  return {
    isCurrent: () => own.isCurrent === true,
    wake: () => sleeping.abort(),
    stop: async () => {
      stopped.abort()
      // A call that Temporal does not answer must not delay the stop.
      await Promise.race([running, delay(STOP_WAIT_MS)])
      await state
        .write((tx) => removeWorker(tx, own.workerId))
        .catch((error: unknown) => log.warn({ err: error }, 'the stop of this worker was not stored'))
    },
  }
}
