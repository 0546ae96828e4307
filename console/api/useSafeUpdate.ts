import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { findConflicts, type Conflict } from './conflict.ts'
import { writeOnTop } from './writeOnTop.ts'

interface SafeUpdateOptions<T> {
  read: (base: T) => Promise<T>
  /** Sends the changes under the If-Match of the record to which they were made. @returns the saved record */
  write: (base: T, updates: Record<string, unknown>) => Promise<T>
  onSaved: (saved: T) => unknown
  /** Returns the fields of a record; default: its members. */
  valuesOf?: (record: T) => object
}

interface Attempt<T> {
  base: T
  updates: Record<string, unknown>
}

/** Updates a record. If another person has changed the same field, it offers both values in `conflict`. */
export function useSafeUpdate<T extends object>({
  read,
  write,
  onSaved,
  valuesOf = (record) => record,
}: SafeUpdateOptions<T>) {
  const [conflict, setConflict] = useState<Conflict<T>>()
  const { mutate, error, isPending } = useMutation({
    mutationFn: async ({ base, updates }: Attempt<T>) =>
      Object.keys(updates).length === 0
        ? { saved: base }
        : writeOnTop({
            base,
            write: (on) => write(on, updates),
            read: () => read(base),
            isCrossed: (theirs) =>
              findConflicts({ updates, base: valuesOf(base), theirs: valuesOf(theirs) }).length > 0,
          }),
    onSuccess: (written, attempt) =>
      'saved' in written ? onSaved(written.saved) : setConflict({ ...attempt, theirs: written.theirs }),
  })
  return {
    save: (base: T, updates: Record<string, unknown>) => mutate({ base, updates }),
    isSaving: isPending,
    /** Failure of the last save. */
    error,
    conflict,
    cancel: () => setConflict(undefined),
    /** Saves the chosen values based on the present record. */
    resolve: (updates: Record<string, unknown>) => {
      if (!conflict) return
      setConflict(undefined)
      mutate({ base: conflict.theirs, updates })
    },
  }
}

export type SafeUpdate<T extends object> = ReturnType<typeof useSafeUpdate<T>>
