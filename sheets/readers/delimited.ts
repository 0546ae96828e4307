import type { Cell, Sheet, SheetReader, SheetRow } from '../types.ts'
import { CompactRow, CompactRows } from './compactRows.ts'
import { findDelimiter } from './delimiter.ts'
import { decodeText, findCertainUtf8, type DecodedText } from './encoding.ts'
import { isAlsoLikely } from './encodings/detect.ts'
import { freeMemory } from './freeMemory.ts'
import { readRecords } from './records.ts'

/** Shared blank cell; most cells are blank. */
const BLANK: Cell = Object.freeze({ text: '', value: null, kind: 'blank' })

/** Maximum number of remembered texts per column. A column with more, such as serial numbers, hardly repeats any. */
const MAX_SHARED_TEXTS = 5000

/** A longer text, of some 50,000 rows, goes into compact rows. They need less memory and more time. */
const MAX_CHARACTERS_OF_PLAIN_ROWS = 7_000_000

/** Memory is freed after so many rows. Otherwise V8 lets the texts of finished rows fill the child's memory. */
const ROWS_PER_CLEANUP = 32 * 1024

const createCell = (text: string): Cell => Object.freeze({ text, value: text, kind: 'text' })

/**
 * Creates a finder of shared cells. Equal texts in a column share one cell, because most texts of a large sheet repeat.
 */
function createSharedCells(): (text: string, column: number) => Cell | undefined {
  const columns: (Map<string, Cell> | undefined)[] = []
  return (text, column) => {
    if (text === '') return BLANK
    const known = columns.length > column ? columns[column] : (columns[column] = new Map())
    const shared = known?.get(text)
    if (shared || !known) return shared
    if (known.size === MAX_SHARED_TEXTS) return (columns[column] = undefined)
    const cell = createCell(text)
    known.set(text, cell)
    return cell
  }
}

/** Matches a first line such as `sep=;`. Spreadsheet programs interpret this line and do not show it. */
const SEPARATOR_LINE = /^"?sep=([;,|\t])"?[ \t]*(?:\n|$)/i

const withUnixLines = (text: string): string => (text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text)

/** @param body text or UTF-8 without the `sep=` line, which is no row */
function splitRows(body: string | Buffer, delimiter: string, skip: string): SheetRow[] {
  const findShared = createSharedCells()
  const toCells = (values: readonly string[]): Cell[] =>
    values.map((value, column) => findShared(value, column) ?? createCell(value))
  const linesBefore = skip === '' ? 0 : 1
  return readRecords(body, delimiter, toCells).map(({ line, values }, index) => ({
    row: index + 1,
    line: line + linesBefore,
    cells: values,
  }))
}

/** Splits rows like `splitRows`; the cells of these rows cannot be replaced. */
function splitLargeText(body: string | Buffer, delimiter: string, skip: string): SheetRow[] {
  const compact = new CompactRows(createSharedCells())
  const linesBefore = skip === '' ? 0 : 1
  freeMemory()
  const records = readRecords(body, delimiter, (values) => {
    const at = compact.add(values)
    if ((at + 1) % ROWS_PER_CLEANUP === 0) freeMemory()
    return at
  })
  return records.map(({ line, values: at }, index) => new CompactRow(compact, at, index + 1, line + linesBefore))
}

interface DelimitedText {
  decoded: Omit<DecodedText, 'text'>
  delimiter: string
  skip: string
  body: string | Buffer
  isLarge: boolean
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const CARRIAGE_RETURN = 0x0d
const LINE_FEED = 0x0a
/** Bytes to decode for finding the delimiter; more than the sample needs. */
const BYTES_OF_BEGINNING = 2 ** 20

/** Converts line ends like `withUnixLines`. */
function withUnixLineBytes(text: Buffer): Buffer {
  if (!text.includes(CARRIAGE_RETURN)) return text
  const unix = Buffer.allocUnsafe(text.length)
  let length = 0
  for (const [index, byte] of text.entries()) {
    if (byte === LINE_FEED && text[index - 1] === CARRIAGE_RETURN) continue
    unix[length++] = byte === CARRIAGE_RETURN ? LINE_FEED : byte
  }
  return unix.subarray(0, length)
}

function findSeparators(text: string): { skip: string; delimiter: string } {
  const separatorLine = SEPARATOR_LINE.exec(text)
  const skip = separatorLine?.[0] ?? ''
  return { skip, delimiter: separatorLine?.[1] ?? findDelimiter(text.slice(skip.length)) }
}

/**
 * Finds a large UTF-8 text to split as bytes, since its decoded text would double the memory.
 * @returns undefined for other text
 */
function findLargeUtf8(bytes: Uint8Array, encoding: string | undefined): DelimitedText | undefined {
  const decoded = findCertainUtf8(bytes, encoding)
  if (!decoded) return undefined
  const utf8 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const start = utf8.subarray(0, UTF8_MARK.length).equals(UTF8_MARK) ? UTF8_MARK.length : 0
  const text = withUnixLineBytes(utf8.subarray(start))
  const { skip, delimiter } = findSeparators(text.subarray(0, BYTES_OF_BEGINNING).toString())
  return { decoded, delimiter, skip, body: text.subarray(skip.length), isLarge: true }
}

function decodeDelimited(bytes: Uint8Array, encoding: string | undefined, maxPlainCharacters: number): DelimitedText {
  const large = bytes.length > maxPlainCharacters ? findLargeUtf8(bytes, encoding) : undefined
  if (large) return large
  const { text: rawText, ...decoded } = decodeText(bytes, encoding)
  const text = withUnixLines(rawText)
  const { skip, delimiter } = findSeparators(text)
  return {
    decoded,
    delimiter,
    skip,
    body: text.slice(skip.length),
    isLarge: text.length > maxPlainCharacters && decoded.others.length === 0,
  }
}

/**
 * Reads delimited text in any common encoding, delimiter and line end.
 * @param encoding from the settings; else detected
 * @param maxPlainCharacters a text with more is held in compact rows
 * @throws SheetRefused ambiguous_delimiter, unreadable_file
 */
export function readDelimited(
  bytes: Uint8Array,
  encoding?: string,
  maxPlainCharacters = MAX_CHARACTERS_OF_PLAIN_ROWS,
): Sheet {
  const { decoded, delimiter, skip, body, isLarge } = decodeDelimited(bytes, encoding, maxPlainCharacters)
  const rows = (isLarge ? splitLargeText : splitRows)(body, delimiter, skip)
  for (const { text, encoding: other } of decoded.others) {
    const otherBody = withUnixLines(text).slice(skip.length)
    noteReadings(rows, splitRows(otherBody, delimiter, skip), other, decoded)
  }
  return { encoding: decoded.encoding, encodingFacts: decoded.facts, delimiter, rows }
}

/** Adds the cells' texts in another likely encoding. */
function noteReadings(
  rows: readonly SheetRow[],
  others: readonly SheetRow[],
  encoding: string,
  { facts, isDoubtful }: Pick<DecodedText, 'facts' | 'isDoubtful'>,
): void {
  for (const [index, { cells }] of rows.entries())
    for (const [column, cell] of cells.entries()) {
      const other = others[index]?.cells[column]?.text
      if (other === undefined || other === cell.text || other.includes('\ufffd')) continue
      if (!isDoubtful && !isAlsoLikely(other, encoding, cell.text, facts.name)) continue
      cells[column] = {
        ...cell,
        readings: [...(cell.readings ?? [{ encoding: facts.name, text: cell.text }]), { encoding, text: other }],
      }
    }
}

export const delimitedReader: SheetReader = {
  read: (bytes, { encoding }) => Promise.resolve([readDelimited(bytes, encoding)]),
}
