import type { AuditEntry } from './entry.ts'
import { mergeIntoRows, minuteOf } from './mergeEntries.ts'

/** Maximum number of separate rows for refusals of one key per minute. */
const MAX_OWN_ROWS = 10

interface KeyMinute {
  account: string
  minute: string
  ownRows: number
  merged: Map<string, AuditEntry>
}

interface MergedRows {
  account: string
  entries: AuditEntry[]
}

export interface RefusalMerger {
  /** Returns true if the refusal gets its own row; otherwise it is merged until `removeEnded`. */
  add(account: string, entry: AuditEntry): boolean
  pending(): number
  /** Removes and returns the merged rows of all minutes before `now`, or all rows if `now` is omitted. */
  removeEnded(now?: string): MergedRows[]
}

/** Merges refusals of a key beyond ten per minute, so that a failing client cannot fill the audit. */
export function createRefusalMerger(): RefusalMerger {
  const minutes = new Map<string, KeyMinute>()
  let endedRows: MergedRows[] = []
  const endMinute = (keyId: string, { account, merged }: KeyMinute): void => {
    minutes.delete(keyId)
    if (merged.size > 0) endedRows.push({ account, entries: [...merged.values()] })
  }
  return {
    add(account, entry) {
      const minute = minuteOf(entry.at)
      let current = minutes.get(entry.keyId)
      if (current && current.minute !== minute) endMinute(entry.keyId, current)
      current = minutes.get(entry.keyId) ?? { account, minute, ownRows: 0, merged: new Map<string, AuditEntry>() }
      minutes.set(entry.keyId, current)
      if (current.ownRows < MAX_OWN_ROWS) {
        current.ownRows += 1
        return true
      }
      mergeIntoRows(current.merged, entry)
      return false
    },
    pending() {
      let rows = endedRows.reduce((sum, { entries }) => sum + entries.length, 0)
      for (const { merged } of minutes.values()) rows += merged.size
      return rows
    },
    removeEnded(now) {
      for (const [keyId, minute] of minutes)
        if (now === undefined || minute.minute !== minuteOf(now)) endMinute(keyId, minute)
      const removed = endedRows
      endedRows = []
      return removed
    },
  }
}
