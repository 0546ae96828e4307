import { existsSync, readFileSync } from 'node:fs'

const fileOf = (pid: number): string => `/proc/${pid}/schedstat`

/** Whether /proc reports the CPU time of a process's main thread, which runs the event loop. */
export const canMeasureLoopTime = existsSync(fileOf(process.pid))
/** Suffix of the title of a test that needs `canMeasureLoopTime`. */
export const noLoopTimeSuffix = canMeasureLoopTime ? '' : ' (NOT RUN: /proc has no schedstat here)'

const RUNS = 5

/** Of the main thread. */
const cpuMs = (pid: number): number => Number(readFileSync(fileOf(pid), 'utf8').split(' ')[0]) / 1e6

async function measureMinMs(readMs: () => number, work: () => Promise<void> | void): Promise<number> {
  let minMs = Infinity
  for (let count = 0; count < RUNS; count++) {
    const beforeMs = readMs()
    await work()
    minMs = Math.min(minMs, readMs() - beforeMs)
  }
  return minMs
}

/**
 * The CPU time that the event loop of a process spends on `work`, in milliseconds: the minimum of several runs, to
 * exclude other load.
 */
export const measureLoopTimeMs = (pid: number, work: () => Promise<void>): Promise<number> =>
  measureMinMs(() => cpuMs(pid), work)

/** As `measureLoopTimeMs`, of this process, on every platform. */
export const measureOwnLoopTimeMs = (work: () => Promise<void> | void): Promise<number> =>
  measureMinMs(() => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }, work)

/** The CPU time of all threads of this process, and of the main threads of others. */
export const measureTimeMs = (otherPids: readonly number[], work: () => Promise<void>): Promise<number> =>
  measureMinMs(() => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000 + otherPids.reduce((sum, pid) => sum + cpuMs(pid), 0)
  }, work)
