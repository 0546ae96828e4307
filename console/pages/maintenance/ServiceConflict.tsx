import { toPlainText } from '../../api/conflict.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { ConflictDialog } from '../../parts/ConflictDialog.tsx'
import type { ServiceUpdate } from './useServiceUpdate.ts'

/** Asks which values to keep if another person has changed the service. */
export function ServiceConflict({ update: { conflict, cancel, resolve } }: { update: ServiceUpdate }) {
  const { maintenance: texts, ...common } = useTexts()
  const format = useFormat()
  if (!conflict) return null
  const textOf = (name: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return common.none
    if (name === 'service_date') return format.day(toPlainText(value))
    if (name === 'cost' && typeof value === 'number') return format.money(value)
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
