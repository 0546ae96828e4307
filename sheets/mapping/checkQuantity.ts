import type { CellNote } from '../../contract/control/control.ts'
import { quoteShortened, type Note } from '../cells/parseResult.ts'
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

const noteAt = (column: MappedColumn, row: number, raw: string, { code, message }: Note): CellNote => ({
  cell: `${column.letter}${row}`,
  code,
  raw,
  message,
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

function asOneWarning(count: number | undefined, cell: Cell): Note {
  const quantityText =
    count === undefined ? `${quoteShortened(cell.text)} is no quantity` : `The row stands for ${count} items`
  const message = `${quantityText}, and quantity: one makes one item of it. Write 1, or leave the cell empty, to see no warning.`
  return { code: 'quantity_as_one', message }
}

function toRefusalNote(count: number | undefined, raw: string, key: string | undefined): Note {
  if (count === undefined)
    return {
      code: 'not_a_number',
      message: `${quoteShortened(raw)} is not a quantity. Write a whole number; an empty cell is one item.`,
    }
  if (count === 0)
    return {
      code: 'quantity',
      message: 'The row stands for no item. Remove the row, or correct the number; quantity: one makes an item of it.',
    }
  const tags = key === undefined ? 'tags with numbers' : `the tags ${key}-1 to ${key}-${count}`
  return {
    code: 'quantity',
    message:
      `The row stands for ${count} items, and each item needs a row and a tag of its own. ` +
      `Give them those, or set quantity: for this source: expand makes ${count} items with ${tags}, one makes a single item.`,
  }
}

/** Expands the row to several items unless a cell identifies a single one. */
function expandWords(
  mapped: MappedRow,
  row: SheetRow,
  count: number,
  shared: RowRules,
  refuse: (note: Note) => void,
): void {
  if (shared.key.field !== 'asset_tag')
    return refuse({
      code: 'quantity',
      message: `The row stands for ${count} items. Tags are made from asset tags, and this sheet tells its items apart by serial numbers: give each item its own row.`,
    })
  if (count > MAX_COUNT)
    return refuse({
      code: 'quantity',
      message: `The row stands for ${count} items, and at most ${MAX_COUNT} are made of one. Split it into several rows.`,
    })
  mapped.quantity = count
  for (const field of ITEM_IDENTIFIERS) {
    const column = shared.columns.find(({ target }) => target === field)
    if (!column || mapped.fields[field] === undefined) continue
    const message = `A ${field} belongs to one item, and the row stands for ${count}. Give each item its own row, or empty the cell.`
    mapped.errors.push(noteAt(column, mapped.row, row.cells[column.index]?.text ?? '', { code: 'quantity', message }))
  }
}
