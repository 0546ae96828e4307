import { setTimeout as wait } from 'node:timers/promises'

/** When waiting requests look for a change: all at the same time, so that they share what a look costs. */
export interface Looks {
  next(): Promise<void>
}

/** A waiting request also notices within this time that its session has ended or the server stops. */
const LOOK_MS = 1000

/** @param prepare runs once before each look */
export function createLooks(prepare: () => Promise<void> | undefined): Looks {
  let next: Promise<void> | undefined
  const waitForLook = async (): Promise<void> => {
    await wait(LOOK_MS)
    next = undefined
    await prepare()
  }
  return { next: () => (next ??= waitForLook()) }
}
