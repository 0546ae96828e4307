import { formatValue, type Cell as FoundCell, type CellValue } from 'hucre'
import { carriesZeros } from '../cells/zeros.ts'
import type { Cell } from '../types.ts'

/** One cell for all blank ones: most cells of a sheet are blank. */
export const BLANK: Cell = Object.freeze({ text: '', value: null, kind: 'blank' })
const UNCALCULATED: Cell = Object.freeze({ text: '', value: null, kind: 'blank', formula: true })

const MS_PER_DAY = 86_400_000
const DAY_ZERO_MS = Date.UTC(1899, 11, 30)

/** A format's letters for day, month, year, hours and seconds, outside of currencies with a language (`[$€-de-DE]`), colours and quoted text. */
const hasDateLetters = (format: string): boolean => /[dmyhs]/i.test(format.replaceAll(/\[\$[^\]]*\]|\[(?![hms]+\])[^\]]*\]|"[^"]*"|\\.|[_*]./gi, ''))

function toNumberCell(value: number, format: string, shared: Partial<Cell>): Cell {
  const text = carriesZeros(format) ? formatValue(value, format) : String(Number(value.toPrecision(15)))
  return { text, value, kind: 'number', ...(format !== '' && format !== 'General' && { numberFormat: format }), ...shared }
}

function toDateCell(value: Date, shared: Partial<Cell>): Cell {
  const iso = Number.isFinite(value.getTime()) ? value.toISOString() : String(value)
  return { text: iso.replace(/T00:00:00\.000Z$|(?:\.000)?Z$/, ''), value, kind: 'date', ...shared }
}

const LONGEST_SHARED = 40
const MOST_SHARED = 50_000

/** Makes text cells; the same short text, of which a sheet has many, comes as the same cell. */
function createTextCells(): (text: string) => Cell {
  const known = new Map<string, Cell>()
  return (text) => {
    const found = known.get(text)
    if (found) return found
    const cell: Cell = { text, value: text, kind: 'text' }
    if (text.length <= LONGEST_SHARED && known.size < MOST_SHARED) known.set(text, cell)
    return cell
  }
}

export type ToCell = (value: CellValue, found: FoundCell | undefined) => Cell

/** @param is1904 whether the workbook counts days from 1904. */
export function createCellMaker(is1904: boolean): ToCell {
  const toTextCell = createTextCells()
  return (value, found) =>
    typeof value === 'string' && value !== '' && found?.formula === undefined && found?.type !== 'error'
      ? toTextCell(value)
      : toCell(value, found, is1904)
}

/**
 * A cell as mapping reads it. Dates show as ISO text, numbers as they are stored, to the 15 digits that spreadsheet programs keep.
 * @param found what the workbook says about the cell beside its value.
 */
function toCell(value: CellValue, found: FoundCell | undefined, is1904: boolean): Cell {
  const formula = found?.formula !== undefined && { formula: true }
  if (found?.type === 'error') return { text: String(value), value: null, kind: 'error', ...formula }
  if (value === null || value === undefined) return formula ? UNCALCULATED : BLANK
  const format = found?.style?.numFmt ?? ''
  if (value instanceof Date) {
    if (hasDateLetters(format) || format === '') return toDateCell(value, { ...formula })
    const days = (value.getTime() - DAY_ZERO_MS) / MS_PER_DAY - (is1904 ? 1462 : 0)
    return toNumberCell(Number(days.toFixed(8)), format, { ...formula })
  }
  if (typeof value === 'number') return toNumberCell(value, format, { ...formula, ...(is1904 && { is1904 }) })
  if (typeof value === 'boolean') return { text: value ? 'TRUE' : 'FALSE', value, kind: 'boolean', ...formula }
  return value === '' ? BLANK : { text: value, value, kind: 'text', ...formula }
}
