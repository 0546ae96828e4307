import { useState } from 'react'
import { findChanges, findConflicts, withoutKept, type Conflict } from './conflict.ts'
import { useSafeUpdate } from './useSafeUpdate.ts'

/** Fields of a record that a form edits, with their version. */
export interface Version {
  values: Record<string, unknown>
  etag: string
}

export type Updates = Record<string, unknown>

interface SaveOptions {
  read: () => Promise<Version>
  /** Saves under If-Match. */
  write: (updates: Updates, etag: string) => Promise<unknown>
  onSaved: () => void
}

/** Finds fields that both sides changed, to different values. */
export const findCrossed = ({ updates, base, theirs }: Conflict<Version>): string[] =>
  findConflicts({ updates, base: base.values, theirs: theirs.values })

/** Saves a form's changes. If another person has changed the same field, it offers both values. */
export function useVersionedSave(start: Version, { read, write, onSaved }: SaveOptions) {
  // The form belongs to the version with which it was opened, even if a newer one arrives.
  const [base] = useState(start)
  const { save, resolve, conflict, isSaving, error, cancel } = useSafeUpdate<Version>({
    read,
    write: async (on, updates) => {
      await write(updates, on.etag)
      return on
    },
    onSaved,
    valuesOf: ({ values }) => values,
  })
  return {
    base,
    crossing: conflict,
    isSaving,
    /** Failure of the last save. */
    error,
    save: (values: Record<string, unknown>) => save(base, findChanges(base.values, values)),
    cancel,
    /** Saves again, without the fields that keep the other person's value. */
    resolve: (kept: ReadonlySet<string>) => conflict && resolve(withoutKept(conflict.updates, kept)),
  }
}
