import { intersects, parseA1, toColumnLetters, type Box } from './a1.ts'
import { EMPTY_CELL, isEmptyCell, toCell, type Cell, type CellInput } from './cell.ts'

export interface NewSheet {
  title: string
  /** Rows of cells from A1. */
  cells?: CellInput[][]
  /** 0 for the first sheet, else random. */
  sheetId?: number
  hidden?: boolean
  /** At least the rows of `cells`; default 1000. */
  rowCount?: number
  /** Default 26. */
  columnCount?: number
  frozenRowCount?: number
  /** `A1:D1`. Only the first cell of a merge keeps its value. */
  merges?: string[]
  /** Row numbers from 1. */
  hiddenRows?: { row: number; by: 'filter' | 'user' }[]
  /** Letters. */
  hiddenColumns?: string[]
  /** Nobody but the owner and the editors may change a protected range. Without `range`, the whole sheet. */
  protectedRanges?: { range?: string; editors?: string[] }[]
  /** Ranges that the formula in their first cell fills, also with blanks. Values of the cells are those of `cells`. */
  spills?: { range: string; formula: string }[]
  /** Ranges of checkboxes, which are FALSE until somebody ticks them, also in rows without anything else. */
  checkboxes?: string[]
}

interface Row {
  cells: Cell[]
  hiddenBy?: 'filter' | 'user'
}

interface ProtectedRange {
  id: number
  box: Partial<Box>
  editors: string[]
}

/** @throws Error for a range with a title, which only a test can pass */
export function parseOwnRange(range: string): { box: Partial<Box>; isCell: boolean } {
  const parsed = parseA1(range)
  if (!parsed || parsed.title !== undefined) throw new Error(`${range} is no range of cells without a sheet`)
  return parsed
}

/** Shifts a span of rows by inserted or deleted ones. */
function shiftRows<B extends Partial<Box>>(box: B, at: number, count: number): B {
  const { startRow, endRow } = box
  return {
    ...box,
    ...(startRow !== undefined && { startRow: startRow >= at + (count < 0 ? 1 : 0) ? startRow + count : startRow }),
    ...(endRow !== undefined && { endRow: endRow > at ? endRow + count : endRow }),
  }
}

/** A sheet (tab) of a spreadsheet. Rows and columns are 0-based here. */
export class StoredSheet {
  title: string
  hidden: boolean
  rowCount: number
  columnCount: number
  readonly sheetId: number
  readonly frozenRowCount: number
  readonly hiddenColumns: ReadonlySet<string>
  merges: Box[] = []
  protectedRanges: ProtectedRange[] = []
  #spills: Box[] = []
  #rows: Row[]

  constructor(sheet: NewSheet, sheetId: number) {
    const { cells = [], hiddenRows = [], merges = [], protectedRanges = [], spills = [], checkboxes = [] } = sheet
    this.sheetId = sheetId
    this.title = sheet.title
    this.hidden = sheet.hidden ?? false
    this.frozenRowCount = sheet.frozenRowCount ?? 0
    this.hiddenColumns = new Set(sheet.hiddenColumns)
    this.#rows = cells.map((row) => ({ cells: row.map(toCell) }))
    this.rowCount = Math.max(sheet.rowCount ?? 1000, cells.length)
    this.columnCount = Math.max(
      sheet.columnCount ?? 26,
      cells.reduce((widest, row) => Math.max(widest, row.length), 0),
    )
    for (const { row, by } of hiddenRows) this.setHidden(row - 1, by)
    for (const range of merges) this.merge(range)
    for (const { range, editors } of protectedRanges) this.protect(range, editors)
    for (const { range, formula } of spills) this.spill(range, formula)
    for (const range of checkboxes) this.addCheckboxes(range)
  }

  cellAt(row: number, column: number): Cell {
    return this.#rows[row]?.cells[column] ?? EMPTY_CELL
  }

  setCell(row: number, column: number, cell: Cell): void {
    const { cells } = this.#rowAt(row)
    while (cells.length <= column) cells.push(EMPTY_CELL)
    cells[column] = cell
  }

  /** Fills a range by the formula in its first cell. */
  spill(range: string, formula: string): void {
    const box = this.clip(parseOwnRange(range).box)
    this.#spills.push(box)
    for (let row = box.startRow; row < Math.min(box.endRow, this.#rows.length); row++)
      for (let column = box.startColumn; column < box.endColumn; column++)
        if (!isEmptyCell(this.cellAt(row, column)))
          this.setCell(row, column, { ...this.cellAt(row, column), isSpilled: true })
    const { isSpilled: _, ...first } = this.cellAt(box.startRow, box.startColumn)
    this.setCell(box.startRow, box.startColumn, { ...first, formula })
  }

  /**
   * Sets a cell as a person or a program does. Inside the range of a formula that breaks the formula, and its other
   * cells become blank.
   */
  enterCell(row: number, column: number, cell: Cell): void {
    const isIn = ({ startRow, endRow, startColumn, endColumn }: Box): boolean =>
      row >= startRow && row < endRow && column >= startColumn && column < endColumn
    const broken = isEmptyCell(cell) ? [] : this.#spills.filter((box) => isIn(box))
    this.#spills = this.#spills.filter((box) => !broken.includes(box))
    for (const box of broken) this.#breakSpill(box, row, column)
    this.setCell(row, column, cell)
  }

  #breakSpill({ startRow, endRow, startColumn, endColumn }: Box, row: number, column: number): void {
    const { formula = '' } = this.cellAt(startRow, startColumn)
    for (let at = startRow; at < Math.min(endRow, this.#rows.length); at++)
      for (let across = startColumn; across < endColumn; across++)
        if (this.cellAt(at, across).isSpilled === true) this.setCell(at, across, EMPTY_CELL)
    const message = `Array result was not expanded because it would overwrite data in ${toColumnLetters(column)}${row + 1}.`
    this.setCell(startRow, startColumn, { value: null, formula, error: { type: 'REF', text: '#REF!', message } })
  }

  addCheckboxes(range: string): void {
    const { startRow, endRow, startColumn, endColumn } = this.clip(parseOwnRange(range).box)
    for (let row = startRow; row < endRow; row++)
      for (let column = startColumn; column < endColumn; column++)
        if (isEmptyCell(this.cellAt(row, column))) this.setCell(row, column, { value: false })
  }

  #rowAt(row: number): Row {
    while (this.#rows.length <= row) this.#rows.push({ cells: [] })
    return this.#rows[row] as Row
  }

  hiddenBy(row: number): 'filter' | 'user' | undefined {
    return this.#rows[row]?.hiddenBy
  }

  setHidden(row: number, by: 'filter' | 'user' | undefined): void {
    const { cells } = this.#rowAt(row)
    this.#rows[row] = { cells, ...(by && { hiddenBy: by }) }
  }

  insertRow(row: number, cells: readonly CellInput[]): void {
    if (row > 0) this.#rowAt(row - 1)
    this.#rows.splice(row, 0, { cells: cells.map(toCell) })
    this.rowCount++
    this.#shift(row, 1)
  }

  deleteRow(row: number): void {
    this.#rows.splice(row, 1)
    this.rowCount--
    this.#shift(row, -1)
  }

  #shift(row: number, count: number): void {
    this.merges = this.merges
      .map((box) => shiftRows(box, row, count))
      .filter(({ startRow, endRow }) => endRow > startRow)
    this.protectedRanges = this.protectedRanges.map((range) => ({ ...range, box: shiftRows(range.box, row, count) }))
    this.#spills = this.#spills.map((box) => shiftRows(box, row, count))
  }

  merge(range: string): void {
    const box = this.clip(parseOwnRange(range).box)
    this.merges.push(box)
    for (let row = box.startRow; row < Math.min(box.endRow, this.#rows.length); row++)
      for (let column = box.startColumn; column < box.endColumn; column++)
        if ((row > box.startRow || column > box.startColumn) && !isEmptyCell(this.cellAt(row, column)))
          this.setCell(row, column, EMPTY_CELL)
  }

  protect(range: string | undefined, editors: string[] = []): void {
    this.protectedRanges.push({
      id: this.protectedRanges.length + 1,
      box: range === undefined ? {} : parseOwnRange(range).box,
      editors,
    })
  }

  isProtectedFrom(account: string, box: Box): boolean {
    return this.protectedRanges.some(
      ({ box: open, editors }) => !editors.includes(account) && intersects(this.clip(open), box),
    )
  }

  /** Ends open sides at the grid, and cuts what lies beyond it. */
  clip({ startRow = 0, endRow = this.rowCount, startColumn = 0, endColumn = this.columnCount }: Partial<Box>): Box {
    return {
      startRow,
      startColumn,
      endRow: Math.min(endRow, this.rowCount),
      endColumn: Math.min(endColumn, this.columnCount),
    }
  }

  /** Number of rows that have ever held a cell. */
  get usedRows(): number {
    return this.#rows.length
  }
}
