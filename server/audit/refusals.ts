import type { AuditEntry } from './entry.ts'
import { addToRows, minuteOf } from './merge.ts'

/** Refusals of a key that have a row of their own within a minute. */
const OWN_ROWS = 10

/** Refusals of one key within one minute. */
interface Minute {
  account: string
  minute: string
  ownRows: number
  merged: Map<string, AuditEntry>
}

interface MergedRows {
  account: string
  entries: AuditEntry[]
}

export interface RefusalCounter {
  /** Takes a refusal. @returns whether it has a row of its own; otherwise it is counted here until `takeEnded` */
  add(account: string, entry: AuditEntry): boolean
  /** Rows that wait for the end of their minute. */
  waiting(): number
  /** Removes and returns the rows of every minute but this one; of all minutes without it. */
  takeEnded(now?: string): MergedRows[]
}

/** Counts a key's refusals beyond ten a minute, so that a client that is refused all the time does not fill the audit. */
export function createRefusalCounter(): RefusalCounter {
  const minutes = new Map<string, Minute>()
  let ended: MergedRows[] = []
  const end = (keyId: string, { account, merged }: Minute): void => {
    minutes.delete(keyId)
    if (merged.size > 0) ended.push({ account, entries: [...merged.values()] })
  }
  return {
    add(account, entry) {
      const minute = minuteOf(entry.at)
      let current = minutes.get(entry.keyId)
      if (current && current.minute !== minute) end(entry.keyId, current)
      current = minutes.get(entry.keyId) ?? { account, minute, ownRows: 0, merged: new Map<string, AuditEntry>() }
      minutes.set(entry.keyId, current)
      if (current.ownRows < OWN_ROWS) {
        current.ownRows += 1
        return true
      }
      addToRows(current.merged, entry)
      return false
    },
    waiting() {
      let rows = ended.reduce((sum, { entries }) => sum + entries.length, 0)
      for (const { merged } of minutes.values()) rows += merged.size
      return rows
    },
    takeEnded(now) {
      for (const [keyId, minute] of minutes) if (now === undefined || minute.minute !== minuteOf(now)) end(keyId, minute)
      const taken = ended
      ended = []
      return taken
    },
  }
}
