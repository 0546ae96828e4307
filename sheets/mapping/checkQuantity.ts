import type { CellNote } from '../../contract/control/control.ts'
import { say } from '../../contract/sentences/say.ts'
import { shorten, toNote, type Note } from '../cells/parseResult.ts'
import { parseQuantity } from '../cells/quantity.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { Cell, MappedRow, SheetRow } from '../types.ts'
import { createMergedNote, DITTO_MARK, ERROR_CELL, STRUCK_OUT, UNCALCULATED } from './cellFaults.ts'
import type { MappedColumn } from './columns.ts'
import type { RowRules } from './mapRow.ts'

export interface QuantityRules {
  column: MappedColumn
  policy: SheetSettings['quantity']
}

const MAX_COUNT = 1000
const ITEM_IDENTIFIERS = ['serial_number', 'registration_number', 'remote_id'] as const

const noteAt = (column: MappedColumn, row: number, raw: string, { code, message, sentences }: Note): CellNote => ({
  cell: `${column.letter}${row}`,
  code,
  raw,
  message,
  sentences,
})

/** Checks a row's quantity. The setting `quantity` decides how a quantity other than 1 is handled. */
export function checkQuantity(
  mapped: MappedRow,
  row: SheetRow,
  { column, policy }: QuantityRules,
  shared: RowRules,
): void {
  const cell = row.cells[column.index]
  const cellState = cell && shared.readCell(cell)
  if (!cell || !cellState) return
  const refuse = (note: Note): void => void mapped.errors.push(noteAt(column, mapped.row, cell.text, note))
  if (cellState.state === 'error') return refuse(ERROR_CELL)
  if (cellState.state === 'ditto') return refuse(DITTO_MARK)
  if (cellState.state === 'uncalculated') return refuse(UNCALCULATED)
  if (cellState.state === 'struck') return refuse(STRUCK_OUT)
  if (cellState.state === 'unclear' || cellState.state === 'damaged')
    return refuse(toRefusalNote(undefined, cell.text, mapped.key))
  if (cellState.state !== 'value') return
  const count = parseQuantity(cell, cellState.text)
  if (count === 1) return
  if (cell.merged) return refuse(createMergedNote(cell.merged, 'quantity', true))
  if (policy === 'one') mapped.warnings.push(noteAt(column, mapped.row, cell.text, asOneWarning(count, cell)))
  else if (count === undefined || count === 0 || policy !== 'expand')
    refuse(toRefusalNote(count, cell.text, mapped.key))
  else expandWords(mapped, row, count, shared, refuse)
}

const asOneWarning = (count: number | undefined, cell: Cell): Note =>
  toNote(
    'quantity_as_one',
    count === undefined ? say('no_quantity_as_one', { text: shorten(cell.text) }) : say('quantity_as_one', { count }),
  )

function toRefusalNote(count: number | undefined, raw: string, key: string | undefined): Note {
  if (count === undefined) return toNote('not_a_number', say('no_quantity', { text: shorten(raw) }))
  if (count === 0) return toNote('quantity', say('quantity_of_none'))
  return toNote(
    'quantity',
    key === undefined ? say('quantity_undecided', { count }) : say('quantity_undecided_of_tag', { count, tag: key }),
  )
}

/** Expands the row to several items unless a cell identifies a single one. */
function expandWords(
  mapped: MappedRow,
  row: SheetRow,
  count: number,
  shared: RowRules,
  refuse: (note: Note) => void,
): void {
  if (shared.key.field !== 'asset_tag') return refuse(toNote('quantity', say('quantity_by_serials', { count })))
  if (count > MAX_COUNT) return refuse(toNote('quantity', say('quantity_too_high', { count, limit: MAX_COUNT })))
  mapped.quantity = count
  for (const field of ITEM_IDENTIFIERS) {
    const column = shared.columns.find(({ target }) => target === field)
    if (!column || mapped.fields[field] === undefined) continue
    const note = toNote('quantity', say('quantity_with_identifier', { count, field }))
    mapped.errors.push(noteAt(column, mapped.row, row.cells[column.index]?.text ?? '', note))
  }
}
