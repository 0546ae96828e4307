import { setTimeout as wait } from 'node:timers/promises'

/** Times at which waiting requests check for changes: all together, so that they share the cost of a check. */
export interface ChangeChecks {
  next(): Promise<void>
}

/** Interval of the checks. A waiting request also notices within it that its session has ended or the server stops. */
const CHECK_INTERVAL_MS = 1000

/** @param prepare runs once before each check */
export function createChangeChecks(prepare: () => Promise<void> | undefined): ChangeChecks {
  let next: Promise<void> | undefined
  const waitForCheck = async (): Promise<void> => {
    await wait(CHECK_INTERVAL_MS)
    next = undefined
    await prepare()
  }
  return { next: () => (next ??= waitForCheck()) }
}
