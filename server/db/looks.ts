import { setTimeout as wait } from 'node:timers/promises'

/** Times at which waiting requests check for changes: all together, so that they share the cost of a check. */
export interface Looks {
  next(): Promise<void>
}

/** Interval of the checks. A waiting request also notices within it that its session has ended or the server stops. */
const LOOK_MS = 1000

/** @param prepare runs once before each check */
export function createLooks(prepare: () => Promise<void> | undefined): Looks {
  let next: Promise<void> | undefined
  const waitForLook = async (): Promise<void> => {
    await wait(LOOK_MS)
    next = undefined
    await prepare()
  }
  return { next: () => (next ??= waitForLook()) }
}
