import { DatabaseSync } from 'node:sqlite'

/** The CPU time of the scan on the reference machine, for which the limits in milliseconds were chosen. */
const REFERENCE_MS = 60
const ROW_COUNT = 100_000

function scanMs(database: DatabaseSync): number {
  const before = process.threadCpuUsage()
  database.prepare("select count(*) from text where instr(fold, 'aaab') > 0").get()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** How many times slower this machine is than the reference machine, at least 1. Measured with SQLite on one core. */
export function measureSlowness(): number {
  const database = new DatabaseSync(':memory:')
  try {
    database.exec(`create table text (fold text); with recursive number(n) as (select 1 union all select n + 1 from number where n < ${ROW_COUNT})
      insert into text select '${'a'.repeat(240)}' || n from number`)
    return Math.max(1, Math.min(...Array.from({ length: 7 }, () => scanMs(database))) / REFERENCE_MS)
  } finally {
    database.close()
  }
}
