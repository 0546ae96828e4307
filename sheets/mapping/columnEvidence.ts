import type { ColumnFact } from '../../contract/sentences/columns.ts'
import type { ColumnRules } from '../cells/columnRules.ts'
import { findNamedOrder } from '../cells/dateForm.ts'
import { findProvenOrder, parseDateShape } from '../cells/dateShape.ts'
import { normaliseLine } from '../cells/normalise.ts'
import { hasSpaceGroups, parseNumberShape } from '../cells/number.ts'
import type { DecimalMark } from '../cells/numberShape.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { Cell, SheetRow } from '../types.ts'
import type { LengthUnit } from '../vocabulary/lengthWords.ts'
import { findHeaderUnit } from '../vocabulary/warrantyHeaders.ts'

/** Facts that a column's cells or its header prove, with a description. */
export interface ColumnEvidence {
  decimal?: ColumnRules['decimal']
  groupsBySpace?: boolean
  dateOrder?: ColumnRules['dateOrder']
  lengthUnit?: LengthUnit
  inferred?: ColumnFact
}

/** Kind of a field, and the header of its column. */
type Rules = Pick<ColumnRules, 'field' | 'kind'> & { header: string }

/** Examines the texts of a column unless the settings decide. Numbers and dates of a workbook are unambiguous. */
export function examineColumn(
  rows: readonly SheetRow[],
  index: number,
  rules: Rules,
  settings: SheetSettings,
): ColumnEvidence {
  if (rules.kind === 'date') return examineDates(rows, index, rules, settings)
  const lengthUnit = rules.kind === 'length' ? findHeaderUnit(rules.header) : undefined
  if (lengthUnit !== undefined) return { lengthUnit }
  if (rules.kind === 'money' || rules.kind === 'measure' || rules.kind === 'count')
    return { ...examineNumbers(rows, index, rules, settings), ...examineSpaces(rows, index, rules) }
  return {}
}

const KILOGRAMS = /\d\s*kg\.?$/i

/** True if a cell has kilograms or decimals. Bare numbers may then not be grams. */
export const hasKilogramsOrDecimals = (rows: readonly SheetRow[], index: number): boolean =>
  rows.some((row) => {
    const { value, text = '' } = cellOf(row, index) ?? {}
    if (typeof value === 'number') return !Number.isInteger(value)
    const shape = parseNumberShape(text, 'weight_g')
    return (
      KILOGRAMS.test(text.trim()) || (shape?.shape === 'proven' && /[1-9]/.test(shape.fraction) && !/\p{L}/u.test(text))
    )
  })

const findOnlyValue = <T>(values: ReadonlySet<T>): T | undefined => (values.size === 1 ? [...values][0] : undefined)

function examineSpaces(rows: readonly SheetRow[], index: number, { field }: Rules): ColumnEvidence {
  for (const text of textsOf(rows, index)) if (hasSpaceGroups(text, field)) return { groupsBySpace: true }
  return {}
}

function examineNumbers(
  rows: readonly SheetRow[],
  index: number,
  rules: Rules,
  settings: SheetSettings,
): ColumnEvidence {
  if (settings.decimal) return { decimal: { mark: settings.decimal, by: 'setting' } }
  const proven = new Set<DecimalMark>()
  const ambiguous = new Set<DecimalMark>()
  for (const text of textsOf(rows, index)) {
    if (!/[.,]/.test(text)) continue
    const shape = parseNumberShape(text, rules.field)
    if (shape?.shape === 'proven') proven.add(shape.mark)
    else if (shape?.shape === 'either') ambiguous.add(shape.mark)
  }
  const mark = findOnlyValue(proven)
  if (mark === undefined) return {}
  // Ambiguous money and counts are read as grouped thousands. Report a decimal mark only if it changes a value.
  const changesReading = rules.kind === 'measure' ? ambiguous.size > 0 : ambiguous.has(mark)
  return {
    decimal: { mark, by: 'column' },
    ...(changesReading && { inferred: mark === ',' ? 'decimal comma' : 'decimal point' }),
  }
}

const ORDER_NAMES = { DMY: 'day-month-year', MDY: 'month-day-year' } as const

function nameOrder(order: 'DMY' | 'MDY' | undefined, hasDotted: boolean): ColumnFact | undefined {
  if (order === 'MDY' && hasDotted) return 'month-day-year, day-month-year where dotted'
  if (hasDotted) return ORDER_NAMES.DMY
  return order && ORDER_NAMES[order]
}

function examineDates(
  rows: readonly SheetRow[],
  index: number,
  { header }: Rules,
  settings: SheetSettings,
): ColumnEvidence {
  const proven = new Set<'DMY' | 'MDY'>()
  let hasDotted = false
  for (const text of textsOf(rows, index)) {
    const shape = parseDateShape(normaliseLine(text))
    if (!shape) continue
    if (shape.form === 'dotted') hasDotted = true
    const order = findProvenOrder(shape)
    if (order) proven.add(order)
  }
  const named = findNamedOrder(header)
  // A header that names an order proves it, unless a cell has another one.
  const order = settings.date_order ? undefined : findOnlyValue(named ? new Set([named, ...proven]) : proven)
  const fact = nameOrder(order, hasDotted)
  const inferred = fact !== undefined && { inferred: fact }
  if (settings.date_order) return { dateOrder: { order: settings.date_order, by: 'setting' }, ...inferred }
  return { ...(order && { dateOrder: { order, by: 'column' } }), ...inferred }
}

const cellOf = (row: SheetRow, index: number): Cell | undefined => (row.cellAt ? row.cellAt(index) : row.cells[index])

function* textsOf(rows: readonly SheetRow[], index: number): Generator<string> {
  for (const row of rows) {
    const cell = cellOf(row, index)
    if (cell?.kind === 'text') yield cell.text
  }
}
