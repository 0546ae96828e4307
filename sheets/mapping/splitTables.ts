import { say } from '../../contract/sentences/say.ts'
import { SheetRefused, type Cell, type SheetRow } from '../types.ts'
import { isBlankRow, isFilled } from './cellKind.ts'
import type { FoundHeader } from './findHeader.ts'
import { listMissingRequired, OTHER_NAME, type HeaderReader, type HeaderRow } from './headerRow.ts'
import { canBeKeyHeader } from '../vocabulary/keyHeaders.ts'
import { cutRowToRange, type ColumnRange } from './columnRange.ts'
import type { PartRow, TablePart } from './tablePart.ts'
import { createTableShape, type TableShape } from './tableShape.ts'

export interface SplitRange {
  range: ColumnRange
  above: PartRow[]
  tables: TablePart[]
}

const MAX_TABLES = 200
/** Number of rows above a header that may contain its title. */
const ROWS_ABOVE = 10

/** Identifies a header by its fields and their columns, regardless of its wording. */
const signatureOf = (row: SheetRow, { matches }: HeaderRow, reader: HeaderReader): string =>
  JSON.stringify(
    row.cells
      .map((cell, index) => {
        if (matches[index]) return reader.nameOf(cell)
        return canBeKeyHeader(cell.text) ? 'key' : ''
      })
      .flatMap((name, index) => (name ? [[index, name]] : [])),
  )

const columnOf = ({ read }: TablePart, field: string): number =>
  read.matches.findIndex((match) => match?.target === field)

class Splitter {
  readonly result: SplitRange
  readonly #reader: HeaderReader
  readonly #shapeOf: (table: TablePart) => TableShape
  readonly #bySignature = new Map<string, TablePart>()
  #current: TablePart | undefined
  #lastGear: TablePart | undefined
  #isAfterBlank = false

  constructor(range: ColumnRange, rows: readonly SheetRow[], reader: HeaderReader) {
    this.result = { range, above: [], tables: [] }
    this.#reader = reader
    const shapes = new Map<TablePart, TableShape>()
    this.#shapeOf = (table) => {
      const shape = shapes.get(table) ?? createTableShape(table, rows, reader)
      shapes.set(table, shape)
      return shape
    }
  }

  add(whole: SheetRow, index: number, isForced: boolean): void {
    const row = cutRowToRange(whole, this.result.range)
    const part: PartRow = { row, whole, role: 'row' }
    if (isBlankRow(row)) this.#isAfterBlank = true
    else if (isForced || !this.#isPlainItem(row)) {
      const read = this.#reader.read(row)
      if (isForced || this.#isHeader(row, read)) return this.#beginTable(part, read, index)
      this.#resumeGearList(row)
      this.#isAfterBlank = false
    } else {
      this.#resumeGearList(row)
      this.#isAfterBlank = false
    }
    ;(this.#current?.rows ?? this.result.above).push(part)
  }

  /** Fast path for most rows: one with a known type and a brand is not a header. */
  #isPlainItem(row: SheetRow): boolean {
    const gear = this.#current?.missing.length === 0 ? this.#current : this.#lastGear
    if (!gear) return false
    const [type, brand] = [row.cells[columnOf(gear, 'gear_type')], row.cells[columnOf(gear, 'brand')]]
    if (!brand || !isFilled(brand) || !this.#reader.isType(type)) return false
    return this.#reader.nameOf(brand) === undefined && !this.#reader.isType(brand)
  }

  #isHeader(row: SheetRow, read: HeaderRow): boolean {
    if (read.names.size > 1 && listMissingRequired(read).length === 0) return true
    const current = this.#current
    if (current && !read.filled.some((index) => index <= lastColumnOf(current.headerRow))) return false
    const types = current?.missing.length === 0 ? columnOf(current, 'gear_type') : -1
    const isTyped = types >= 0 && read.matches[types] === undefined && this.#reader.isType(row.cells[types])
    const data = read.data.length + (isTyped ? 1 : 0)
    if (read.names.size > 1 && data === 0) return true
    if (read.names.size > 2 && read.names.size > 2 * data && !row.cells.some(isEscaped)) return true
    return current?.missing.length === 0 && this.#shapeOf(current).isUnknownHeader(row, read)
  }

  #beginTable(part: PartRow, read: HeaderRow, index: number): void {
    this.#isAfterBlank = false
    const signature = signatureOf(part.row, read, this.#reader)
    const existing = this.#bySignature.get(signature)
    const isRepeated =
      existing !== undefined && (existing.missing.length === 0 || haveSameTexts(existing.headerRow, part.row))
    this.#mergeEmptyTable()
    if (isRepeated && this.result.tables.includes(existing)) {
      existing.rows.push({ ...part, role: 'repeated_header' })
      this.#current = existing
    } else {
      if (this.result.tables.length >= MAX_TABLES)
        throw new SheetRefused('unreadable_file', say('too_many_tables', { limit: MAX_TABLES }))
      const header: FoundHeader = { index, matches: read.matches }
      this.#current = {
        range: this.result.range,
        headerRow: part.row,
        header,
        read,
        missing: this.#isOtherList(read) ? listMissingRequired(read) : this.#reader.missingIn(read),
        rows: [],
      }
      this.result.tables.push(this.#current)
      this.#bySignature.set(signature, this.#current)
    }
    if (this.#current.missing.length === 0) this.#lastGear = this.#current
  }

  /**
   * True for a table below the gear that has columns of other lists: defaults do not make gear of repairs or bookings.
   */
  #isOtherList({ names, listHeaders }: HeaderRow): boolean {
    const gear = this.#lastGear
    return (
      listHeaders > 0 &&
      gear !== undefined &&
      [...names].some((name) => isOtherName(name) && !gear.read.names.has(name))
    )
  }

  /** Converts an empty table's header to a heading of the table before it. */
  #mergeEmptyTable(): void {
    const empty = this.#current
    if (!empty || empty.rows.some(({ row }) => !isBlankRow(row))) return
    const tableIndex = this.result.tables.indexOf(empty)
    if (tableIndex !== this.result.tables.length - 1) return
    this.result.tables.pop()
    const previousTable = this.result.tables.at(-1)
    const rows = previousTable?.rows ?? this.result.above
    rows.push({ row: empty.headerRow, whole: empty.headerRow, role: 'heading' }, ...empty.rows)
    this.#current = previousTable
    this.#lastGear = this.result.tables.findLast(({ missing }) => missing.length === 0)
  }

  /**
   * Resumes the gear list above another list: after an empty row, if a row fits the gear list but not the other one.
   */
  #resumeGearList(row: SheetRow): void {
    const gear = this.#lastGear
    if (!this.#isAfterBlank || !gear || !this.#current || this.#current === gear || this.#current.missing.length === 0)
      return
    const other = this.#current
    const fitsGear =
      this.#reader.isType(row.cells[columnOf(gear, 'gear_type')]) &&
      ['brand', 'model'].every((field) => isFilledAt(row, columnOf(gear, field)))
    const exceedsOther = row.cells.some((cell, index) => isFilled(cell) && !isFilledAt(other.headerRow, index))
    if (fitsGear && exceedsOther) this.#current = gear
  }

  finish(): SplitRange {
    const { tables } = this.result
    // A last line such as "Date, Signature" is not a table.
    if (tables.length > 1) this.#mergeEmptyTable()
    for (const [index, table] of tables.entries()) {
      const above = tables[index - 1]?.rows ?? this.result.above
      table.above = above.slice(-ROWS_ABOVE).map(({ row }) => row)
      table.isFirst = index === 0
    }
    return this.result
  }
}

const isOtherName = (name: string): boolean => name.startsWith(OTHER_NAME)

const isEscaped = (cell: Cell): boolean => cell.kind === 'text' && cell.text.trimStart().startsWith("'")

const isFilledAt = (row: SheetRow, index: number): boolean => {
  const cell = row.cells[index]
  return cell !== undefined && isFilled(cell)
}

const lastColumnOf = (row: SheetRow): number => row.cells.findLastIndex(isFilled)

const haveSameTexts = (a: SheetRow, b: SheetRow): boolean => {
  const textsOf = ({ cells }: SheetRow): string[] => cells.map(({ text }) => text.trim().toLowerCase()).filter(Boolean)
  return textsOf(a).join('\n') === textsOf(b).join('\n')
}

/**
 * Splits each range into tables. A header starts a table, unless the range already has the same header: then it is a
 * repetition.
 * @param headerIndex row of the header from `findHeader`
 * @throws SheetRefused unreadable_file for hundreds of tables
 */
export function splitTables(
  rows: readonly SheetRow[],
  ranges: readonly ColumnRange[],
  headerIndex: number,
  reader: HeaderReader,
): SplitRange[] {
  return ranges.map((range) => {
    const cutRows = ranges.length === 1 ? rows : rows.map((row) => cutRowToRange(row, range))
    const splitter = new Splitter(range, cutRows, reader)
    for (const [index, row] of rows.entries()) splitter.add(row, index, index === headerIndex)
    return splitter.finish()
  })
}
