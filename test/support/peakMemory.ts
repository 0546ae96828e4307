import { existsSync, readFileSync } from 'node:fs'

const fileOf = (pid: number | 'self'): string => `/proc/${pid}/status`

/** Whether /proc reports the memory of processes. */
export const canMeasureMemory = existsSync(fileOf('self'))
/** Suffix of the title of a test that needs `canMeasureMemory`. */
export const noMemorySuffix = canMeasureMemory ? '' : ' (NOT RUN: there is no /proc here)'

const readMb = (pid: number, field: 'VmHWM' | 'VmRSS'): number =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(fileOf(pid), 'utf8'))?.[1]) / 1024

/** The most memory that a process had since it began, in MB. */
export const readPeakMb = (pid: number): number => readMb(pid, 'VmHWM')

/** The memory of a process now, in MB. */
export const readResidentMb = (pid: number): number => readMb(pid, 'VmRSS')
