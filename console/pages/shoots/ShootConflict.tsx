import { toPlainText } from '../../api/conflict.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { ConflictDialog } from '../../parts/ConflictDialog.tsx'
import type { ShootUpdate } from './useShootUpdate.ts'

/** Asks which values to keep if another person has changed the shoot. */
export function ShootConflict({ update: { conflict, cancel, resolve } }: { update: ShootUpdate }) {
  const { shoots: texts, ...common } = useTexts()
  const format = useFormat()
  if (!conflict) return null
  const textOf = (name: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return common.none
    if (Array.isArray(value)) return value.join(', ')
    if (typeof value === 'number') return format.number(value)
    if (name === 'shoot_date') return format.day(toPlainText(value))
    return name === 'status'
      ? ((texts.statuses as Record<string, string>)[toPlainText(value)] ?? toPlainText(value))
      : toPlainText(value)
  }
  return (
    <ConflictDialog
      title={texts.conflictTitle}
      conflict={conflict}
      labelOf={(name) => (texts.fields as Record<string, string>)[name] ?? name}
      textOf={textOf}
      onClose={cancel}
      onResolve={resolve}
    />
  )
}
