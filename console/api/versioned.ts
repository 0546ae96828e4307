import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from './problem.ts'

/** The fields of a record that a form edits, and the version that they belong to. */
export interface Version {
  values: Record<string, unknown>
  etag: string
}

export type Updates = Record<string, unknown>

interface Crossing {
  updates: Updates
  base: Version
  theirs: Version
}

interface SaveOptions {
  read: () => Promise<Version>
  /** Saves under If-Match. */
  write: (updates: Updates, etag: string) => Promise<unknown>
  onSaved: () => void
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The fields that differ from the version that the form was opened with. */
const findChanged = (base: Version, values: Record<string, unknown>): Updates =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(base.values[name], value)))

/** Fields that both sides changed, to different values. */
export const findCrossed = ({ updates, base, theirs }: Crossing): string[] =>
  Object.keys(updates).filter((name) => !isSame(base.values[name], theirs.values[name]) && !isSame(theirs.values[name], updates[name]))

/** Saves a form's changes. When somebody changed the record meanwhile (412), it reads the record again and offers both values. */
export function useVersionedSave(start: Version, { read, write, onSaved }: SaveOptions) {
  // The form belongs to the version that it was opened with, even when a newer one arrives.
  const [base] = useState(start)
  const [crossing, setCrossing] = useState<Crossing>()
  const { mutate, error, isPending } = useMutation({
    mutationFn: async ({ updates, version }: { updates: Updates; version: Version }) => {
      if (Object.keys(updates).length > 0) await write(updates, version.etag)
    },
    onSuccess: onSaved,
    onError: async (failure, { updates, version }) => {
      if (failure instanceof ApiProblem && failure.status === 412) setCrossing({ updates, base: version, theirs: await read() })
    },
  })
  const isCrossed = error instanceof ApiProblem && error.status === 412
  return {
    base,
    crossing,
    isSaving: isPending,
    /** The failure of the last save, but for a conflict that is being decided. */
    error: isCrossed && crossing !== undefined ? null : error,
    save: (values: Record<string, unknown>) => mutate({ updates: findChanged(base, values), version: base }),
    cancel: () => setCrossing(undefined),
    /** Saves again, without the fields whose value stays theirs. */
    resolve: (kept: ReadonlySet<string>) => {
      if (!crossing) return
      setCrossing(undefined)
      mutate({ updates: Object.fromEntries(Object.entries(crossing.updates).filter(([name]) => !kept.has(name))), version: crossing.theirs })
    },
  }
}
