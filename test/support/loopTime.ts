import { existsSync, readFileSync } from 'node:fs'

const fileOf = (pid: number): string => `/proc/${pid}/schedstat`

/** Whether this machine says how long a process's first thread, that of its event loop, has run. */
export const canMeasureLoop = existsSync(fileOf(process.pid))
/** Ends the name of a test that needs it. */
export const withoutLoopTime = canMeasureLoop ? '' : ' (NOT RUN: /proc has no schedstat here)'

const ranMs = (pid: number): number => Number(readFileSync(fileOf(pid), 'utf8').split(' ')[0]) / 1e6

/**
 * How long the event loop of a process works on something, in milliseconds: the least of several times. Unlike the time that passes it does
 * not depend on what else the machine does.
 */
export async function loopTimeMs(pid: number, work: () => Promise<void>, times = 5): Promise<number> {
  let leastMs = Infinity
  for (let count = 0; count < times; count++) {
    const beforeMs = ranMs(pid)
    await work()
    leastMs = Math.min(leastMs, ranMs(pid) - beforeMs)
  }
  return leastMs
}
