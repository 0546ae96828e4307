import type { ReadCell } from '../cells/cellState.ts'
import { currenciesOf } from '../cells/currency.ts'
import { trimCell } from '../cells/escape.ts'
import type { Cell, SheetRow } from '../types.ts'
import { totalsWords } from './cellWords.ts'
import type { MappedColumn } from './columns.ts'
import { matchHeader, type OwnHeaders } from './matchHeader.ts'
import { squash } from './squash.ts'

export type RowClass = 'item' | 'blank' | 'group_row' | 'repeated_header' | 'totals_row'

export interface RowClassifier {
  classify: (row: SheetRow) => RowClass
}

const totals: ReadonlySet<string> = new Set(totalsWords.flatMap((list) => list.split(', ').map(squash)))

const isFilled = (cell: Cell): boolean => (cell.kind === 'blank' ? cell.formula === true : cell.text.trim() !== '')

/** Numbers, dates and amounts with their currency: what stands in a totals row beside its word. */
function isNumeric(cell: Cell): boolean {
  if (cell.kind !== 'text') return cell.kind !== 'error'
  const bare = cell.text.replaceAll(/\p{L}+/gu, (word) => (currenciesOf(word).length > 0 ? '' : word))
  return /\d/.test(bare) && !/\p{L}/u.test(bare)
}

interface Survey {
  /** Filled cells, at least as many as were needed to see that there are two texts. */
  filled: number
  texts: number
  first?: Cell
  text?: Cell
  /** Whether a filled cell stands in a column that feeds a field. */
  isMapped: boolean
}

/** Looks at a row's cells until it is plain that it holds more than one text. */
function survey(row: SheetRow, mapped: ReadonlySet<number>): Survey {
  const seen: Survey = { filled: 0, texts: 0, isMapped: false }
  for (const [index, cell] of row.cells.entries()) {
    if (!isFilled(cell)) continue
    seen.filled++
    seen.first ??= cell
    seen.isMapped ||= mapped.has(index)
    if (isNumeric(cell)) continue
    seen.text ??= cell
    seen.texts++
    if (seen.texts > 1 && seen.isMapped) break
  }
  return seen
}

/** Tells items from the other rows of a sheet. */
export function createClassifier(columns: readonly MappedColumn[], keyIndex: number, own: OwnHeaders, readCell: ReadCell): RowClassifier {
  const mapped = new Set(columns.map(({ index }) => index))
  const triggers = columns.filter(({ target }) => target === 'brand' || target === 'gear_type')
  const namesColumn = rememberHeaders(own)

  /** A header row names brand and type, so most rows are told by looking at these two cells. */
  const isRepeatedHeader = (row: SheetRow): boolean =>
    triggers.some((column) => namesColumn(row, column)) && columns.filter((column) => namesColumn(row, column)).length >= 2

  const classify = (row: SheetRow): RowClass => {
    const seen = survey(row, mapped)
    if (seen.filled === 0) return 'blank'
    if (seen.texts > 1) return isRepeatedHeader(row) ? 'repeated_header' : seen.isMapped ? 'item' : 'group_row'
    if (seen.text && totals.has(squash(seen.text.text))) return 'totals_row'
    if (seen.filled > 1) return seen.isMapped ? 'item' : 'group_row'
    const isKey = row.cells[keyIndex] === seen.first
    if (seen.first && readCell(seen.first).state === 'error') return 'item'
    return seen.text || isKey ? 'group_row' : 'item'
  }
  return { classify }
}

/** Whether a cell names the field of its own column. Brands and types repeat, so answers are kept by text. */
function rememberHeaders(own: OwnHeaders): (row: SheetRow, column: MappedColumn) => boolean {
  const known = new Map<string, string | undefined>()
  return (row, column) => {
    const text = row.cells[column.index]?.text ?? ''
    if (text === '' || text.length > 60 || trimCell(text).startsWith("'")) return false
    if (text.trim() === column.header) return true
    if (!known.has(text)) known.set(text, nameOf(matchHeader(text, own)?.target))
    return known.get(text) === nameOf(column.target)
  }
}

const nameOf = (target: MappedColumn['target'] | undefined): string | undefined =>
  typeof target === 'object' ? Object.values(target).join(' ') : target
