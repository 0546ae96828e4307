// Mapped rows of a large sheet need more memory than the child may use, so each row is sent when it is mapped. These facts about each row stay. What
// they show when all rows are known is sent as a correction.
import type { CellNote } from '../../contract/control.ts'
import type { KeyField, MappedRow } from '../types.ts'
import { foldOther } from './keys.ts'

/** What is compared with other rows. */
export interface RowFacts extends Pick<MappedRow, 'row' | 'table' | 'outcome' | 'reason' | 'keyFold'> {
  /** Folded tag or serial number, whichever is not the key. */
  otherFold: string | undefined
}

/** A note that follows from other rows. A row with such an error is refused. */
export interface RowCorrection {
  /** Position among the rows as mapped, from 0. */
  position: number
  kind: 'error' | 'warning'
  /** Field whose text is the note's `raw`. */
  field: KeyField
  note: Omit<CellNote, 'raw'>
}

export const toRowFacts = (row: MappedRow, key: KeyField): RowFacts => ({
  row: row.row,
  table: row.table,
  outcome: row.outcome,
  reason: row.reason,
  keyFold: row.keyFold,
  otherFold: foldOther(row, key),
})

export function refuse(row: Pick<MappedRow, 'outcome' | 'reason'>): void {
  row.outcome = 'refused'
  delete row.reason
}

/** Changes the mapped row as the correction says. */
export function correctRow(row: MappedRow, { kind, field, note: { cell, code, ...rest } }: RowCorrection): void {
  const note: CellNote = { cell, code, raw: row.raw?.[field] ?? String(row.fields[field]), ...rest }
  if (kind === 'warning') row.warnings = [...row.warnings, note]
  else {
    refuse(row)
    row.errors = [note, ...row.errors]
  }
}
