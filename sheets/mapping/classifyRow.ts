import type { ReadCell } from '../cells/cellState.ts'
import { lookUpWord } from '../cells/words.ts'
import type { Cell, SheetRow } from '../types.ts'
import { isFilled, isNumeric } from './cellKind.ts'
import type { MappedColumn } from './columns.ts'
import { readTotalsLabel } from './totals.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'

export type RowClass = 'item' | 'blank' | 'group_row' | 'totals_row'

interface RowScan {
  /** Number of filled cells. Counting stops at two. */
  filled: number
  texts: number
  first?: Cell
  text?: Cell
  /** True if a mapped column is filled. */
  isMapped: boolean
}

/** Scans a row until it has more than one text. */
function scanRow(row: SheetRow, mapped: ReadonlySet<number>, lastHeader: number): RowScan {
  const scan: RowScan = { filled: 0, texts: 0, isMapped: false }
  for (const [index, cell] of row.cells.entries()) {
    if (index > lastHeader) break
    if (!isFilled(cell)) continue
    scan.filled++
    scan.first ??= cell
    scan.isMapped ||= mapped.has(index)
    if (isNumeric(cell)) continue
    scan.text ??= cell
    scan.texts++
    if (scan.texts > 1 && scan.isMapped) break
  }
  return scan
}

/** Creates a check that is true for a row with both a brand and a model, as items have them. */
export function createDescriptionCheck(
  columns: readonly Pick<MappedColumn, 'index' | 'target'>[],
): (row: SheetRow) => boolean {
  const indexes = columns.filter(({ target }) => target === 'brand' || target === 'model').map(({ index }) => index)
  return ({ cells }) => indexes.length > 0 && indexes.every((index) => cells[index] && isFilled(cells[index]))
}

/** An amount with a unit, as rows of totals have it: `3 pcs`. */
const AMOUNT = /^\D{0,3}\d[\d.,'\s]*\p{L}{0,8}\.?$/u

/** Recognises rows of totals. @param lastHeader cells to its right are ignored */
class TotalsReader {
  readonly #isDescribed: (row: SheetRow) => boolean
  readonly #lastHeader: number
  readonly #typeWords: ReadonlyMap<string, string> | undefined
  readonly #headings = new Set<string>()

  constructor(
    columns: readonly Pick<MappedColumn, 'index' | 'target'>[],
    lastHeader: number,
    typeWords: ReadonlyMap<string, string> | undefined,
  ) {
    this.#isDescribed = createDescriptionCheck(columns)
    this.#lastHeader = lastHeader
    this.#typeWords = typeWords
  }

  addHeading(text: string): void {
    this.#headings.add(toLookupKey(text))
  }

  /**
   * True if a text names a total, and all others in the row name a section or are amounts. An item has a brand and a
   * model.
   */
  isTotals(row: SheetRow): boolean {
    if (this.#isDescribed(row)) return false
    const filled = row.cells.slice(0, this.#lastHeader + 1).filter(isFilled)
    const texts = filled.filter((cell) => !isNumeric(cell)).map(({ text }) => text.trim())
    const labels = texts.map((text) => readTotalsLabel(text, (name) => this.#isSection(name)))
    if (!labels.includes('total') && !(labels.includes('count') && this.#hasAmount(filled))) return false
    return texts.every((text, index) => labels[index] !== undefined || this.#isSection(text) || AMOUNT.test(text))
  }

  #hasAmount(filled: readonly Cell[]): boolean {
    return filled.some((cell) => isNumeric(cell) || AMOUNT.test(cell.text.trim()))
  }

  #isSection(name: string): boolean {
    return this.#headings.has(toLookupKey(name)) || lookUpWord(name, this.#typeWords) !== undefined
  }
}

/**
 * Distinguishes items from other rows of a table. The rows are classified in order.
 * @param headerRow cells to the right of its last header are ignored
 * @param typeWords words for gear types, by which subtotals may be called
 */
export function createClassifier(
  headerRow: SheetRow,
  columns: readonly Pick<MappedColumn, 'index' | 'target'>[],
  keyIndex: number,
  readCell: ReadCell,
  typeWords: ReadonlyMap<string, string> | undefined,
): (row: SheetRow) => RowClass {
  const lastHeader = headerRow.cells.findLastIndex(isFilled)
  const mapped = new Set(columns.map(({ index }) => index))
  const totals = new TotalsReader(columns, lastHeader, typeWords)
  const classify = (row: SheetRow, scan: RowScan): RowClass => {
    if (scan.filled === 0) return row.cells.some(isFilled) ? 'group_row' : 'blank'
    if (scan.text && totals.isTotals(row)) return 'totals_row'
    if (scan.texts > 1) return scan.isMapped ? 'item' : 'group_row'
    if (scan.filled > 1) return scan.isMapped ? 'item' : 'group_row'
    const isKey = row.cells[keyIndex] === scan.first
    if (scan.first && readCell(scan.first).state === 'error') return 'item'
    return scan.text || isKey ? 'group_row' : 'item'
  }
  return (row) => {
    const scan = scanRow(row, mapped, lastHeader)
    const rowClass = classify(row, scan)
    if (rowClass === 'group_row' && scan.text) totals.addHeading(scan.text.text)
    return rowClass
  }
}
