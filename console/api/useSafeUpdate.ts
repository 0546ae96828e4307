import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Conflict } from './conflict.ts'
import { ApiProblem } from './problem.ts'

interface SafeUpdateOptions<T> {
  read: (id: string) => Promise<T>
  /** Sends the changes under the If-Match of the record that they were made to. */
  write: (base: T, updates: Record<string, unknown>) => Promise<unknown>
  onSaved: (base: T) => unknown
}

interface Attempt<T> {
  base: T
  updates: Record<string, unknown>
}

/** Updates a record. When somebody changed it meanwhile (412), it reads the record again and offers both values in `conflict`. */
export function useSafeUpdate<T extends { id: string; updated_at: string }>({ read, write, onSaved }: SafeUpdateOptions<T>) {
  const [conflict, setConflict] = useState<Conflict<T>>()
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async ({ base, updates }: Attempt<T>) => {
      if (Object.keys(updates).length > 0) await write(base, updates)
    },
    onSuccess: (_answer, { base }) => onSaved(base),
    onError: async (failure, { base, updates }) => {
      if (failure instanceof ApiProblem && failure.status === 412) setConflict({ base, updates, theirs: await read(base.id) })
    },
  })
  const isConflict = error instanceof ApiProblem && error.status === 412
  return {
    save: (base: T, updates: Record<string, unknown>) => mutate({ base, updates }),
    isSaving: isPending,
    /** The failure of the last save, except a conflict that is being decided. */
    error: isConflict && conflict ? null : error,
    conflict,
    cancel: () => {
      setConflict(undefined)
      reset()
    },
    /** Saves the chosen values on top of the record as it is now. */
    resolve: (updates: Record<string, unknown>) => {
      if (!conflict) return
      setConflict(undefined)
      mutate({ base: conflict.theirs, updates })
    },
  }
}

export type SafeUpdate<T extends { id: string; updated_at: string }> = ReturnType<typeof useSafeUpdate<T>>
