// A cell that is merged downwards shows its value beside each row that it covers.
import type { Cell, MergedRows, SheetRow } from '../types.ts'
import { findFieldKind, type FieldKind } from '../vocabulary/fields.ts'
import { isFilled } from './cellKind.ts'
import type { PartRow, TablePart } from './tablePart.ts'

const KINDS_PER_ITEM: ReadonlySet<FieldKind | undefined> = new Set(['identifier', 'money', 'count'])

/**
 * True for a field whose merged value can be that of one item, of each or of all together: identifiers, amounts,
 * counts.
 */
export const isPerItem = (field: string): boolean =>
  field !== 'firmware_version' && (field === 'flight_hours' || KINDS_PER_ITEM.has(findFieldKind(field)))

/** True for the value of a merged cell in a row below its first one. */
export const isMergedCopy = ({ merged }: Cell, { row }: SheetRow): boolean => merged !== undefined && row > merged.first

const hasMerged = ({ row, role }: PartRow): boolean =>
  role === 'row' && row.cellAt === undefined && row.cells.some(({ merged }) => merged !== undefined)

function withoutMerged({ merged: _merged, ...cell }: Cell): Cell {
  return cell
}

/**
 * Gives each row of a table the values of the merged cells that cover it. A row without a cell of its own stays blank,
 * and a merged cell that begins above the table's body, such as a header, covers none. Cells that stay `merged` have
 * values in several rows.
 */
export function fillMerged(part: TablePart): TablePart {
  if (!part.rows.some(hasMerged)) return part
  const rows = new Map<number, SheetRow>()
  for (const { row, role } of part.rows) if (role === 'row') rows.set(row.row, row)
  const shared = new Map<string, boolean>()
  const coversItems = (column: number, { first, last }: MergedRows): boolean => {
    const name = `${column},${first}`
    let covers = shared.get(name)
    for (let number = first + 1; covers === undefined && number <= last; number++) {
      const row = rows.get(number)
      if (row?.cells.some(isFilled)) covers = true
    }
    shared.set(name, covers ?? false)
    return covers ?? false
  }
  const fill = (row: SheetRow): Cell[] => {
    const isBlank = !row.cells.some(isFilled)
    return row.cells.map((cell, column) => {
      if (!cell.merged) return cell
      const top = rows.get(cell.merged.first)?.cells[column]
      if (isBlank || !top || !coversItems(column, cell.merged)) return withoutMerged(cell)
      return top
    })
  }
  return {
    ...part,
    rows: part.rows.map((each) => (hasMerged(each) ? { ...each, row: { ...each.row, cells: fill(each.row) } } : each)),
  }
}
