import type { BulkEdit } from '../../contract/control/bulkEdit.ts'
import { escapeUnsafe, formatValue } from './text.ts'

interface NamedRun {
  source: string
  edit?: BulkEdit
  undoes?: string
}

const MAX_VALUE_CHARACTERS = 40

function describeEdit({ items, updates, by }: BulkEdit): string {
  const changes = Object.entries(updates).map(
    ([field, value]) => `${field} → ${formatValue(value, MAX_VALUE_CHARACTERS)}`,
  )
  const count = items === null ? 'items' : `${items} ${items === 1 ? 'item' : 'items'}`
  return `${count}: ${changes.join(', ')}${by ? ` by ${escapeUnsafe(by.name)}` : ''}`
}

/** Names a run by its source, or as `Bulk edit of 120 items: status → maintenance by Anna`. */
export function describeRun({ source, edit, undoes }: NamedRun): string {
  if (!edit) return escapeUnsafe(source)
  return undoes === undefined ? `Bulk edit of ${describeEdit(edit)}` : `Undo of the bulk edit of ${describeEdit(edit)}`
}

/**
 * Names a run as the argument of a command that decides about it: a source of `kitroom.yaml` by its id, a bulk edit by
 * its plan.
 */
export const toPlanArgument = ({ source, edit, run_id: runId }: NamedRun & { run_id: string }): string =>
  edit ? `--plan ${runId}` : escapeUnsafe(source)
