import { say } from '../../../../contract/sentences/say.ts'
import { toColumnIndex, toColumnLetter } from '../../../vocabulary/columnLetters.ts'
import { refuse } from '../../refuse.ts'
import { writeBackHeaders } from '../../../cells/writeBackColumns.ts'
import { gridsOf, type Tab } from '../listTabs.ts'
import { columnsRange } from '../ranges.ts'
import type { SheetReads } from '../reads.ts'

/**
 * A formula that can fill cells to its right and below. A text in one of them would break the formula, and Google does
 * not say which they are: those with blanks look free. Rows and columns count from 0.
 */
export interface Spill {
  row: number
  column: number
  /** The column after the last that it can fill; Infinity if that cannot be known. */
  endColumn: number
}

interface Filling {
  row: number
  column: number
  formula: string
}

/** Functions that mostly give several cells. */
const LISTS =
  /(?<![\w.])(?:ARRAYFORMULA|ARRAY_CONSTRAIN|BYROW|CHOOSEROWS|FILTER|FLATTEN|IMPORTRANGE|QUERY|SORT|SORTN|TOCOL|UNIQUE|VSTACK)\s*\(/i
/** Functions and notations whose width does not follow from the ranges in the formula. */
const UNBOUNDED =
  /(?<![\w.])(?:BYCOL|CHOOSECOLS|FREQUENCY|GOOGLEFINANCE|GROWTH|HSTACK|IMPORTDATA|IMPORTFEED|IMPORTHTML|IMPORTXML|INDIRECT|LINEST|LOGEST|MAKEARRAY|MAP|MINVERSE|MMULT|MUNIT|RANDARRAY|REDUCE|SCAN|SEQUENCE|SPLIT|TOROW|TRANSPOSE|TREND|WRAPCOLS|WRAPROWS)\s*\(|(?<![\w.])OFFSET\s*\((?:[^,;()]*[,;]){4}|\{/i
/** Functions that mostly give one cell, and can give several. */
const SELDOM_LISTS = /(?<![\w.])(?:INDEX|LAMBDA|LET|OFFSET|REGEXEXTRACT|XLOOKUP)\s*\(/i
const TEXTS = /"(?:[^"]|"")*"/g
const RANGE = /\$?([A-Z]{1,3})\$?\d*:\$?([A-Z]{1,3})\$?\d*/gi

const withoutTexts = (formula: string): string => formula.replaceAll(TEXTS, '""')
const isList = (code: string): boolean => LISTS.test(code) || UNBOUNDED.test(code)

/** Finds formulas whose result can have several columns or rows. @param rows formulas, or values, from `firstRow` on */
function findFilling(rows: readonly (readonly unknown[])[], firstRow: number): Filling[] {
  return rows.flatMap((cells, offset) =>
    cells.flatMap((cell, column): Filling[] => {
      if (typeof cell !== 'string' || !cell.startsWith('=')) return []
      const code = withoutTexts(cell)
      return isList(code) || SELDOM_LISTS.test(code) ? [{ row: firstRow + offset, column, formula: cell }] : []
    }),
  )
}

/** Computes the largest width of the ranges in a formula; 0 without one. The range of IMPORTRANGE is a text. */
const widthOfRanges = (formula: string): number =>
  [...formula.matchAll(RANGE)].reduce(
    (widest, [, from = '', to = '']) => Math.max(widest, Math.abs(toColumnIndex(to) - toColumnIndex(from)) + 1),
    0,
  )

/**
 * Computes the width of a QUERY, which can name a column twice or compute more: a text has one column more than commas.
 * @returns Infinity for a pivot, and for a text that is put together or stands in a cell
 */
function widthOfQuery(formula: string, code: string): number {
  const texts = formula.match(TEXTS) ?? []
  const isUnknown = /\bpivot\b/i.test(formula) || code.includes('&') || (texts.length === 0 && /[,;]/.test(code))
  if (isUnknown) return Number.POSITIVE_INFINITY
  return texts.reduce((widest, text) => Math.max(widest, text.split(',').length), 0)
}

/** Computes the columns that a formula can fill. @param seen number of columns that it fills with values now */
function widthOf(formula: string, seen: number): number {
  const code = withoutTexts(formula)
  const width = widthOfRanges(formula.toUpperCase())
  if (UNBOUNDED.test(code) || (LISTS.test(code) && width === 0)) return Number.POSITIVE_INFINITY
  const queryWidth = /(?<![\w.])QUERY\s*\(/i.test(code) ? widthOfQuery(formula, code) : 0
  return Math.max(1, seen, width, queryWidth)
}

/** Cells right of a formula, in its row. */
interface RightSide {
  /** The first column in which somebody entered something: the formula ends before it. */
  enteredColumn: number
  /** Number of columns with a value, from the formula's own on. */
  seen: number
}

interface Block {
  firstRow: number
  endRow: number
  column: number
}

/** Combines the rows of formulas below each other. */
function toBlocks(filling: readonly Filling[]): Block[] {
  const blocks: Block[] = []
  for (const { row, column } of filling.toSorted((a, b) => a.column - b.column || a.row - b.row)) {
    const last = blocks.at(-1)
    if (last?.column === column && last.endRow === row) last.endRow++
    else blocks.push({ firstRow: row, endRow: row + 1, column })
  }
  return blocks
}

/** Reads which cells right of the formulas were entered, in one read. @returns them by `row,column` of the formula */
async function readRightSides(
  reads: SheetReads,
  tab: Tab,
  filling: readonly Filling[],
): Promise<Map<string, RightSide>> {
  const lastLetter = toColumnLetter(tab.columnCount - 1)
  const ranges = toBlocks(filling).map(({ firstRow, endRow, column }) =>
    columnsRange(tab.title, [toColumnLetter(column), lastLetter], firstRow, endRow),
  )
  const sides = new Map<string, RightSide>()
  for (const { startRow, startColumn, rowData = [] } of gridsOf(await reads.entered(ranges), tab))
    for (const [offset, { values = [] }] of rowData.entries()) {
      const column = startColumn ?? 0
      const entered = values.findIndex(
        ({ userEnteredValue }, index) => index > 0 && (userEnteredValue ?? null) !== null,
      )
      const blank = values.findIndex(({ effectiveValue }) => (effectiveValue ?? null) === null)
      sides.set(`${(startRow ?? 0) + offset},${column}`, {
        enteredColumn: entered < 0 ? Number.POSITIVE_INFINITY : column + entered,
        seen: blank < 0 ? values.length : blank,
      })
    }
  return sides
}

/**
 * Finds the formulas of a sheet that can fill cells beside them.
 * @param rows formulas of all rows, from the first on
 */
export async function findSpills(reads: SheetReads, tab: Tab, rows: readonly (readonly unknown[])[]): Promise<Spill[]> {
  const filling = findFilling(rows, 0)
  if (filling.length === 0) return []
  await reads.reserve(1)
  const sides = await readRightSides(reads, tab, filling)
  const sideOf = ({ row, column }: Filling): RightSide =>
    sides.get(`${row},${column}`) ?? { enteredColumn: Number.POSITIVE_INFINITY, seen: 0 }
  // A formula that was filled down is as wide in a row with nothing beside it as in the others.
  const narrowest = new Map<number, number>()
  for (const one of filling)
    if (!isList(withoutTexts(one.formula)))
      narrowest.set(one.column, Math.min(narrowest.get(one.column) ?? Infinity, sideOf(one).enteredColumn))
  return filling.map((one) => {
    const { enteredColumn, seen } = sideOf(one)
    const limit = isList(withoutTexts(one.formula)) ? enteredColumn : (narrowest.get(one.column) ?? enteredColumn)
    return {
      row: one.row,
      column: one.column,
      endColumn: Math.min(enteredColumn, limit, one.column + widthOf(one.formula, seen)),
    }
  })
}

const nameCell = ({ row, column }: Spill): string => `${toColumnLetter(column)}${row + 1}`
const HEADERS = writeBackHeaders.join(', ')

/** Finds the first column right of all cells that formulas can fill. @throws SheetRefused if that cannot be known */
export function findFreeColumn(spills: readonly Spill[]): number {
  const unbounded = spills.find(({ endColumn }) => endColumn === Number.POSITIVE_INFINITY)
  if (unbounded) throw refuse(say('formula_unbounded', { cell: nameCell(unbounded), columns: HEADERS }))
  return spills.reduce((last, { endColumn }) => Math.max(last, endColumn), 0)
}

/** @throws SheetRefused if a formula below the header can fill cells of Kitroom's columns */
export function requireUnspilled(spills: readonly Spill[], ownColumn: number, headerRow: number): void {
  // The headers are entered, so no formula in or above their row reaches below them.
  const reaching = spills.find(
    ({ row, column, endColumn }) =>
      row > headerRow && column < ownColumn + writeBackHeaders.length && endColumn > ownColumn,
  )
  if (reaching)
    throw refuse(say('formula_reaches_columns', { cell: nameCell(reaching), columns: HEADERS, row: reaching.row + 1 }))
}
