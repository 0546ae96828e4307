import type { Database } from '../../platform/sql/types.ts'

export interface CountedDatabase extends Database {
  writesUnderWay(): number
}

export function countWrites(db: Database): CountedDatabase {
  let runningWrites = 0
  return {
    async write(job, options) {
      runningWrites += 1
      try {
        return await db.write(job, options)
      } finally {
        runningWrites -= 1
      }
    },
    read: (job, options) => db.read(job, options),
    runSlowRead: (read) => db.runSlowRead(read),
    foreignCommits: () => db.foreignCommits(),
    maintain: (task) => db.maintain(task),
    clockMs: () => db.clockMs(),
    close: () => db.close(),
    writesUnderWay: () => runningWrites,
  }
}
