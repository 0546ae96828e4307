/** A text file as a string that converts back to exactly the same bytes. */
export interface RawText {
  text: string
  /** Offset of the first record, after byte order mark and `sep=`. */
  start: number
  encode: (text: string) => Uint8Array
}

/** Range of a record without its line end; cells include quotes. */
export interface RawRecord {
  start: number
  end: number
  cells: { start: number; end: number }[]
}

const SEPARATOR_LINE = /^"?sep=[;,|\t]"?[ \t]*(?:\r\n?|\n|$)/i

const swapBytes = (bytes: Uint8Array): Buffer => Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16()

function decodeBytes(bytes: Uint8Array, encoding: string): Omit<RawText, 'start'> {
  if (encoding.startsWith('utf-16be'))
    return { text: swapBytes(bytes).toString('utf16le'), encode: (text) => Buffer.from(text, 'utf16le').swap16() }
  if (encoding.startsWith('utf-16le'))
    return { text: Buffer.from(bytes).toString('utf16le'), encode: (text) => Buffer.from(text, 'utf16le') }
  // Latin-1 keeps every byte. In UTF-8 and Windows-1252, delimiters, quotes and line ends are single bytes that occur
  // in no other character.
  return { text: Buffer.from(bytes).toString('latin1'), encode: (text) => Buffer.from(text, 'latin1') }
}

/** @param encoding as in `decodeText` */
export function decodeRawText(bytes: Uint8Array, encoding: string): RawText {
  const { text, encode } = decodeBytes(bytes, encoding)
  const mark = /^(?:\ufeff|\u00ef\u00bb\u00bf)?/.exec(text)?.[0].length ?? 0
  return { text, encode, start: mark + (SEPARATOR_LINE.exec(text.slice(mark, mark + 100))?.[0].length ?? 0) }
}

/** Finds the end of a cell. A quote opens a quoted cell only at its start (RFC 4180 section 2). */
function endOfCell(text: string, at: number, delimiter: string): number {
  let position = at
  if (text[at] === '"') {
    position = text.indexOf('"', at + 1)
    while (position >= 0 && text[position + 1] === '"') position = text.indexOf('"', position + 2)
    if (position < 0) return text.length
  }
  while (position < text.length && text[position] !== delimiter && text[position] !== '\n' && text[position] !== '\r')
    position++
  return position
}

export function scanRecords(text: string, start: number, delimiter: string): RawRecord[] {
  const records: RawRecord[] = []
  for (let at = start; at < text.length;) {
    const record: RawRecord = { start: at, end: at, cells: [] }
    for (;;) {
      const end = endOfCell(text, at, delimiter)
      record.cells.push({ start: at, end })
      record.end = end
      at = end + 1
      if (text[end] !== delimiter) break
    }
    if (text[record.end] === '\r' && text[at] === '\n') at++
    records.push(record)
  }
  return records
}
