import type { CellNote, PlanRow } from '../../contract/control/control.ts'
import type { MappedRow } from '../types.ts'

type Extras = Partial<Omit<PlanRow, 'row' | 'line' | 'table' | 'key'>>

export function toPlanRow(row: MappedRow, outcome: PlanRow['outcome'], extras: Extras = {}): PlanRow {
  const plan: PlanRow = { row: row.row, outcome }
  if (row.line !== undefined) plan.line = row.line
  if (row.table !== undefined) plan.table = row.table
  if (row.key !== undefined && outcome !== 'skipped') plan.key = row.key
  for (const [name, value] of Object.entries(extras)) {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
    Object.assign(plan, { [name]: value })
  }
  return plan
}

const toColumnOrder = (cell: string): [number, string] => {
  const letters = /^[A-Z]*/.exec(cell)?.[0] ?? ''
  return [letters.length, letters]
}

export const sortNotes = (notes: readonly CellNote[]): CellNote[] =>
  notes.toSorted((a, b) => {
    const [[lengthA, lettersA], [lengthB, lettersB]] = [toColumnOrder(a.cell), toColumnOrder(b.cell)]
    return lengthA - lengthB || Number(lettersA > lettersB) - Number(lettersA < lettersB)
  })
