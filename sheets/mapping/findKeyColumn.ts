import type { ReadCell } from '../cells/cellState.ts'
import type { SheetSettings } from '../settings.ts'
import { SheetRefused, type SheetRow } from '../types.ts'
import type { MappedColumn, MappedColumns } from './columns.ts'
import { mayBeKey } from './keyHeaders.ts'
import { foldKey, type KeyColumn } from './keys.ts'
import { columnIndex } from './letters.ts'

export interface KeyedColumns {
  mapped: MappedColumns
  key: KeyColumn
}

/** Row and text of each item; empty for a cell without a value. */
type Values = { row: number; text: string }[]

type Candidate = Pick<MappedColumn, 'index' | 'letter' | 'header'>

const named = ({ letter, header }: Candidate): string => `${letter} "${header}"`

/** Cells of rows that identify an item: at least two of type, brand and model, where the table has two. */
function valuesOf(index: number, { columns }: MappedColumns, body: readonly SheetRow[], readCell: ReadCell): Values {
  const telling = columns.filter(({ target }) => target === 'gear_type' || target === 'brand' || target === 'model')
  const textAt = (row: SheetRow, column: number): string => {
    const cell = row.cells[column]
    const read = cell && readCell(cell)
    return read?.state === 'value' ? read.text.trim() : ''
  }
  return body
    .filter((row) => telling.filter((column) => textAt(row, column.index) !== '').length >= Math.min(2, telling.length))
    .map((row) => ({ row: row.row, text: textAt(row, index) }))
}

const WHOLE = /^\d{1,7}[.)]?$/

/** True for 1 to n in order, or a constant offset from the row number. */
function countsRows(values: Values): boolean {
  if (values.length === 0 || values.some(({ text }) => !WHOLE.test(text))) return false
  const numbers = values.map(({ row, text }) => ({ row, value: Number.parseInt(text, 10) }))
  const offset = (numbers[0]?.row ?? 0) - (numbers[0]?.value ?? 0)
  return numbers.every(({ value }, index) => value === index + 1) || (numbers.length > 2 && numbers.every(({ row, value }) => row - value === offset))
}

/** Why a column does not identify items, if so. */
function whyNoKey(values: Values): string | undefined {
  const blank = values.find(({ text }) => text === '')
  if (values.length === 0) return 'it has no values'
  if (blank) return `row ${blank.row} has none`
  const first = new Map<string, number>()
  for (const { row, text } of values) {
    const other = first.get(foldKey(text))
    if (other !== undefined) return `"${text}" stands in rows ${other} and ${row}`
    first.set(foldKey(text), row)
  }
  return undefined
}

const byPlace = (a: Candidate, b: Candidate): number => a.index - b.index

/** Drops an ambiguous tag column that only numbers the rows. */
function dropRowNumbers(mapped: MappedColumns, body: readonly SheetRow[], readCell: ReadCell): MappedColumns {
  const counting = mapped.columns.find(({ target, isWeak }) => target === 'asset_tag' && isWeak)
  if (!counting || !countsRows(valuesOf(counting.index, mapped, body, readCell))) return mapped
  return {
    ...mapped,
    columns: mapped.columns.filter((column) => column !== counting),
    unknown: [...mapped.unknown, { column: counting.letter, header: counting.header }].toSorted(
      (a, b) => columnIndex(a.column) - columnIndex(b.column),
    ),
    rowNumbers: [counting.letter],
  }
}

interface Considered extends Candidate {
  values: Values
  why?: string
}

/** Unmapped columns that may hold tags, with reasons against them. */
function considerKeys(mapped: MappedColumns, body: readonly SheetRow[], readCell: ReadCell): Considered[] {
  const dropped = new Set(mapped.rowNumbers)
  return mapped.unknown
    .filter(({ column, header }) => mayBeKey(header) || dropped.has(column))
    .map(({ column, header }) => {
      const candidate = { index: columnIndex(column), letter: column, header }
      const values = valuesOf(candidate.index, mapped, body, readCell)
      const why = countsRows(values) ? ROW_NUMBERS : whyNoKey(values)
      return { ...candidate, values, ...(why !== undefined && { why }) }
    })
}

const ROW_NUMBERS = 'it counts the rows'

/** Prefers values that are more than numbers, else the first. */
function chooseKey(considered: readonly Considered[]): Considered | undefined {
  const fit = considered.filter(({ why }) => why === undefined)
  return fit.find(({ values }) => values.some(({ text }) => !WHOLE.test(text))) ?? fit[0]
}

function useAsTag(mapped: MappedColumns, { index, letter, header, values }: Considered): KeyedColumns {
  const evidence = `the header can mean it, and its ${values.length} values are filled and all different`
  const column: MappedColumn = { index, letter, header, target: 'asset_tag', evidence }
  return {
    mapped: { ...mapped, columns: [...mapped.columns, column].toSorted(byPlace), unknown: mapped.unknown.filter((other) => other.column !== letter) },
    key: { field: 'asset_tag', column, evidence },
  }
}

/**
 * Finds the key column: from the settings, else a possible tag column with filled, unique values, else unique serial numbers. Row numbers are never a
 * key.
 * @throws SheetRefused no_key_column
 */
export function findKeyColumn(found: MappedColumns, body: readonly SheetRow[], settings: SheetSettings, readCell: ReadCell): KeyedColumns {
  const mapped = dropRowNumbers(found, body, readCell)
  const declared = mapped.columns.find(({ target }) => target === settings.key)
  if (declared) return { mapped, key: { field: settings.key, column: declared, evidence: declared.evidence } }
  const considered = settings.key === 'asset_tag' ? considerKeys(mapped, body, readCell) : []
  const chosen = chooseKey(considered)
  if (chosen) return useAsTag(mapped, chosen)
  const counting = considered.filter(({ why }) => why === ROW_NUMBERS).map(({ letter }) => letter)
  const rejected = considered.map((column) => `${named(column)} is not the key: ${column.why}`)
  const serials = mapped.columns.find(({ target }) => target === 'serial_number')
  if (serials && areUnique(serials.index, body, readCell)) {
    const evidence = ['there is no column of asset tags, and no serial number occurs twice', ...rejected].join('; ')
    return { mapped: { ...mapped, rowNumbers: counting }, key: { field: 'serial_number', column: serials, evidence } }
  }
  const missing = settings.key === 'asset_tag' ? 'an Asset Tag' : 'a Serial Number'
  const why = serials ? ', and its serial numbers are missing or occur more than once' : ''
  const others = rejected.length > 0 ? ` ${rejected.join('; ')}.` : ''
  throw new SheetRefused(
    'no_key_column',
    `The sheet has no column that tells its items apart${why}: add ${missing} column with a value of its own in each row. Brand and model alone are never used to recognise an item.${others}`,
  )
}

function areUnique(index: number, body: readonly SheetRow[], readCell: ReadCell): boolean {
  const seen = new Set<string>()
  for (const row of body) {
    const cell = row.cells[index]
    if (!cell) continue
    const { state, text } = readCell(cell)
    if (state !== 'value') continue
    const key = foldKey(text)
    if (seen.has(key)) return false
    seen.add(key)
  }
  return seen.size > 0
}
