import { existsSync, readFileSync } from 'node:fs'

const fileOf = (pid: number): string => `/proc/${pid}/schedstat`

/** Whether /proc reports the CPU time of a process's main thread, which runs the event loop. */
export const canMeasureLoopTime = existsSync(fileOf(process.pid))
/** Suffix of the title of a test that needs `canMeasureLoopTime`. */
export const noLoopTimeSuffix = canMeasureLoopTime ? '' : ' (NOT RUN: /proc has no schedstat here)'

const cpuMs = (pid: number): number => Number(readFileSync(fileOf(pid), 'utf8').split(' ')[0]) / 1e6

/** The CPU time that the event loop of a process spends on `work`, in milliseconds: the minimum of several runs, to exclude other load. */
export async function measureLoopTimeMs(pid: number, work: () => Promise<void>, times = 5): Promise<number> {
  let minMs = Infinity
  for (let count = 0; count < times; count++) {
    const beforeMs = cpuMs(pid)
    await work()
    minMs = Math.min(minMs, cpuMs(pid) - beforeMs)
  }
  return minMs
}
