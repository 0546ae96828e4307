import { findConflicts, valueOf, withoutKept, type Conflict } from '../api/conflict.ts'
import { ValueConflict } from './ValueConflict.tsx'

interface ConflictDialogProps {
  title: string
  conflict: Conflict
  labelOf: (name: string) => string
  textOf: (name: string, value: unknown) => string
  onClose: () => void
  onResolve: (updates: Record<string, unknown>) => void
}

/** Shows both values of each field that two people changed. */
export function ConflictDialog({ title, conflict, labelOf, textOf, onClose, onResolve }: ConflictDialogProps) {
  const { updates, theirs } = conflict
  const fields = findConflicts(conflict).map((name) => ({
    name,
    label: labelOf(name),
    yours: textOf(name, updates[name]),
    theirs: textOf(name, valueOf(theirs, name)),
  }))
  return (
    <ValueConflict
      title={title}
      fields={fields}
      onClose={onClose}
      onResolve={(kept) => onResolve(withoutKept(updates, kept))}
    />
  )
}
