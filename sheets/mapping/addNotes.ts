import type { ColumnRules } from '../cells/columnRules.ts'
import { normaliseLines } from '../cells/normalise.ts'
import { parseCell } from '../cells/parseCell.ts'
import type { MappedRow, SheetRow } from '../types.ts'
import { findCellFault } from './cellFaults.ts'
import type { RowRules } from './mapRow.ts'

const NOTES = 'notes'
const rules: ColumnRules = { field: NOTES, kind: 'lines', currency: '' }

/** Appends the columns of `notes_from` to a row's notes, one line per filled cell with its header. */
export function addNotes(
  mapped: MappedRow,
  row: SheetRow,
  { notes, columns, readCell, blankClears, defaults }: RowRules,
): void {
  const lines: string[] = []
  for (const { index, letter, header } of notes) {
    const cell = row.cells[index]
    const cellState = cell && readCell(cell)
    if (!cell || !cellState) continue
    const fault = findCellFault(cellState, cell)
    if (fault)
      mapped.errors.push({ cell: `${letter}${row.row}`, code: fault.code, raw: cell.text, message: fault.message })
    const text = cellState.state === 'value' ? normaliseLines(cellState.text) : ''
    if (text !== '') lines.push(`${header}: ${text}`)
  }
  if (lines.length > 0) setNotes(mapped, row, lines, notes[0]?.letter ?? '')
  else if (!columns.some(({ target }) => target === NOTES))
    (blankClears && !(NOTES in defaults) ? (mapped.emptied ??= []) : mapped.blanks).push(NOTES)
}

function setNotes(mapped: MappedRow, row: SheetRow, lines: readonly string[], letter: string): void {
  const ownNotes = mapped.fields[NOTES]
  const text = [...(typeof ownNotes === 'string' ? [ownNotes] : []), ...lines].join('\n')
  const parsed = parseCell({ text, value: text, kind: 'text' }, text, rules)
  for (const list of [mapped.blanks, mapped.clears, mapped.emptied ?? []])
    if (list.includes(NOTES)) list.splice(list.indexOf(NOTES), 1)
  if (mapped.emptied?.length === 0) delete mapped.emptied
  if (parsed.code === undefined) mapped.fields[NOTES] = parsed.value
  else mapped.errors.push({ cell: `${letter}${row.row}`, code: parsed.code, raw: text, message: parsed.message })
}
