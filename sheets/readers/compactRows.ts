// Stores the rows of a large text file. Arrays of cells for 450,000 rows exceed the child's memory. So a block of rows
// holds numbers of shared cells, and all other texts as one string. Cells are built at each access, except for the row
// of the last access.
import type { Cell, SheetRow } from '../types.ts'

const ROWS_PER_BLOCK = 1024
/**
 * Offset that marks the position of an unshared text. Larger numbers would be slow, because V8 stores them as objects.
 */
const OWN_TEXT = 2 ** 30

interface Block {
  /** Number of a shared cell, or `OWN_TEXT` plus the number of a text in the block. */
  cells: Uint32Array
  /** Position after each row's last cell. */
  rowEnds: Uint32Array
  texts: string
  textEnds: Uint32Array
}

const createCell = (text: string): Cell => ({ text, value: text, kind: 'text' })

function readCell(number: number, { texts, textEnds }: Block, shared: readonly Cell[]): Cell {
  const known = number < OWN_TEXT ? shared[number] : undefined
  if (known) return known
  const text = number - OWN_TEXT
  return createCell(texts.slice(text === 0 ? 0 : textEnds[text - 1], textEnds[text]))
}

export class CompactRows {
  readonly #findShared: (text: string, column: number) => Cell | undefined
  readonly #shared: Cell[] = []
  readonly #numbers = new Map<Cell, number>()
  readonly #blocks: Block[] = []
  #open = { cells: [] as number[], rowEnds: [] as number[], texts: [] as string[] }
  #last: { index: number; cells: Cell[] } | undefined

  /** @param findShared finds the cell that many rows share; undefined for a text that rarely repeats */
  constructor(findShared: (text: string, column: number) => Cell | undefined) {
    this.#findShared = findShared
  }

  /** @returns the row's index */
  add(values: readonly string[]): number {
    const { cells, rowEnds, texts } = this.#open
    for (const [column, text] of values.entries()) {
      const cell = this.#findShared(text, column)
      cells.push(cell ? this.#numberOf(cell) : OWN_TEXT + texts.push(text) - 1)
    }
    const index = this.#blocks.length * ROWS_PER_BLOCK + rowEnds.push(cells.length) - 1
    if (rowEnds.length === ROWS_PER_BLOCK) this.#closeBlock()
    return index
  }

  cellsOf(index: number): Cell[] {
    if (this.#last?.index === index) return this.#last.cells
    const { block, from, to } = this.#find(index)
    const cells: Cell[] = []
    for (let position = from; position < to; position++)
      cells.push(readCell(block.cells[position] ?? 0, block, this.#shared))
    this.#last = { index, cells }
    return cells
  }

  widthOf(index: number): number {
    const { from, to } = this.#find(index)
    return to - from
  }

  cellOf(index: number, column: number): Cell | undefined {
    if (this.#last?.index === index) return this.#last.cells[column]
    const { block, from, to } = this.#find(index)
    return from + column < to ? readCell(block.cells[from + column] ?? 0, block, this.#shared) : undefined
  }

  #numberOf(cell: Cell): number {
    const known = this.#numbers.get(cell)
    if (known !== undefined) return known
    this.#numbers.set(cell, this.#shared.length)
    return this.#shared.push(cell) - 1
  }

  #closeBlock(): void {
    const { cells, rowEnds, texts } = this.#open
    let end = 0
    const textEnds = Uint32Array.from(texts, ({ length }) => (end += length))
    this.#blocks.push({
      cells: Uint32Array.from(cells),
      rowEnds: Uint32Array.from(rowEnds),
      texts: texts.join(''),
      textEnds,
    })
    this.#open = { cells: [], rowEnds: [], texts: [] }
  }

  #find(index: number): { block: Block; from: number; to: number } {
    if (index >= this.#blocks.length * ROWS_PER_BLOCK) this.#closeBlock()
    const block = this.#blocks[Math.floor(index / ROWS_PER_BLOCK)]
    if (!block) throw new Error(`there is no row ${index}`)
    const row = index % ROWS_PER_BLOCK
    return { block, from: row === 0 ? 0 : (block.rowEnds[row - 1] ?? 0), to: block.rowEnds[row] ?? 0 }
  }
}

/** Copies must set `cells`, since `...row` does not copy a getter. */
export class CompactRow implements SheetRow {
  readonly row: number
  readonly line: number
  readonly #rows: CompactRows
  readonly #index: number

  constructor(rows: CompactRows, index: number, row: number, line: number) {
    this.#rows = rows
    this.#index = index
    this.row = row
    this.line = line
  }

  get cells(): Cell[] {
    return this.#rows.cellsOf(this.#index)
  }

  cellAt(column: number): Cell | undefined {
    return this.#rows.cellOf(this.#index, column)
  }

  get width(): number {
    return this.#rows.widthOf(this.#index)
  }
}
