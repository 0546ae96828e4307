import type { Cell, Sheet, SheetReader, SheetRow } from '../types.ts'
import { findDelimiter } from './delimiter.ts'
import { decodeText, type DecodedText } from './encoding.ts'
import { isAlsoLikely } from './encodings/detect.ts'
import { readRecords } from './records.ts'

/** Shared blank cell; most cells are blank. */
const BLANK: Cell = Object.freeze({ text: '', value: null, kind: 'blank' })

/** Texts remembered per column. A column with more, such as one of serial numbers, hardly repeats them. */
const MAX_SHARED_TEXTS = 5000

/** Creates cells; those of a column with the same text share one, because most texts of a large sheet repeat. */
function createCellFactory(): (text: string, column: number) => Cell {
  const columns: (Map<string, Cell> | undefined)[] = []
  return (text, column) => {
    if (text === '') return BLANK
    const known = columns.length > column ? columns[column] : (columns[column] = new Map())
    const shared = known?.get(text)
    if (shared) return shared
    const cell: Cell = Object.freeze({ text, value: text, kind: 'text' })
    if (known && known.size < MAX_SHARED_TEXTS) known.set(text, cell)
    else columns[column] = undefined
    return cell
  }
}

/** A first line such as `sep=;`, which spreadsheet programs interpret and do not show. */
const SEPARATOR_LINE = /^"?sep=([;,|\t])"?[ \t]*(?:\n|$)/i

const withUnixLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/** @param skip the `sep=` line, which is no row */
function splitRows(text: string, delimiter: string, skip: string): SheetRow[] {
  const firstLine = skip === '' ? 1 : 2
  const toCell = createCellFactory()
  const toCells = (values: readonly string[]): Cell[] => values.map(toCell)
  return readRecords(text.slice(skip.length), delimiter, toCells).map(({ line, values }, index) => ({
    row: index + 1,
    line: line + firstLine - 1,
    cells: values,
  }))
}

/**
 * Reads delimited text in any common encoding, delimiter and line end.
 * @param encoding from the settings; else detected
 * @throws SheetRefused ambiguous_delimiter, unreadable_file
 */
export function readDelimited(bytes: Uint8Array, encoding?: string): Sheet {
  const decoded = decodeText(bytes, encoding)
  const text = withUnixLines(decoded.text)
  const separatorLine = SEPARATOR_LINE.exec(text)
  const skip = separatorLine?.[0] ?? ''
  const delimiter = separatorLine?.[1] ?? findDelimiter(text.slice(skip.length))
  const rows = splitRows(text, delimiter, skip)
  for (const other of decoded.others) noteReadings(rows, splitRows(withUnixLines(other.text), delimiter, skip), other.encoding, decoded)
  return { encoding: decoded.encoding, encodingFacts: decoded.facts, delimiter, rows }
}

/** Adds the cells' texts in another likely encoding. */
function noteReadings(rows: readonly SheetRow[], others: readonly SheetRow[], encoding: string, { facts, isDoubtful }: DecodedText): void {
  for (const [index, { cells }] of rows.entries())
    for (const [column, cell] of cells.entries()) {
      const other = others[index]?.cells[column]?.text
      if (other === undefined || other === cell.text || other.includes('\ufffd')) continue
      if (!isDoubtful && !isAlsoLikely(other, encoding, cell.text, facts.name)) continue
      cells[column] = { ...cell, readings: [...(cell.readings ?? [{ encoding: facts.name, text: cell.text }]), { encoding, text: other }] }
    }
}

export const delimitedReader: SheetReader = {
  read: (bytes, { encoding }) => Promise.resolve([readDelimited(bytes, encoding)]),
}
