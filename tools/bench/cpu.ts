import { existsSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** CPU time of a process; 0 where /proc does not say. A busy machine stretches only the other time. */
export function readCpuSeconds(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
