import type { ReadCell } from '../cells/cellState.ts'
import type { Note } from '../cells/parsed.ts'
import { quote } from '../cells/parsed.ts'
import { readQuantity } from '../cells/quantity.ts'
import type { SourceSettings } from '../settings.ts'
import type { Cell, MappedRow } from '../types.ts'
import { ERROR_CELL, STRUCK, UNCALCULATED } from './cellFaults.ts'
import type { MappedColumn } from './columns.ts'

export interface QuantityRules {
  column: MappedColumn
  policy: SourceSettings['quantity']
}

const AS_ONE = 'Write 1, or leave the cell empty, to see no warning.'

/** Looks at how many items a row stands for: a row is one item, unless the settings say otherwise. */
export function checkQuantity(mapped: MappedRow, cell: Cell | undefined, { column, policy }: QuantityRules, readCell: ReadCell): void {
  const read = cell && readCell(cell)
  if (!cell || !read) return
  const note = ({ code, message }: Note) => ({ cell: `${column.letter}${mapped.row}`, code, raw: cell.text, message })
  if (read.state === 'error') return void mapped.errors.push(note(ERROR_CELL))
  if (read.state === 'uncalculated') return void mapped.errors.push(note(UNCALCULATED))
  if (read.state === 'struck') return void mapped.errors.push(note(STRUCK))
  if (read.state !== 'value') return
  const count = readQuantity(cell, read.text)
  if (count === 1) return
  if (policy === 'one') {
    const what = count === undefined ? `${quote(cell.text)} is no quantity` : `The row stands for ${count} items`
    mapped.warnings.push(note({ code: 'quantity_as_one', message: `${what}, and quantity: one makes one item of it. ${AS_ONE}` }))
    return
  }
  mapped.errors.push(note(refuse(count, cell.text, mapped.key)))
}

function refuse(count: number | undefined, raw: string, key: string | undefined): Note {
  if (count === undefined)
    return { code: 'not_a_number', message: `${quote(raw)} is not a quantity. Write a whole number; an empty cell is one item.` }
  if (count === 0)
    return { code: 'quantity', message: 'The row stands for no item. Remove the row, or correct the number; quantity: one makes an item of it.' }
  return {
    code: 'quantity',
    message: `The row stands for ${count} items, and each item needs a row of its own. Give each its own row and ${
      key === undefined ? 'tag' : `tag instead of ${quote(key)}`
    }, or set quantity: one for this source to make one item of the row.`,
  }
}
