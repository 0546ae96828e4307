/** A text file as a byte-preserving string, so that unchanged parts stay identical. */
export interface RawText {
  text: string
  /** Start of the first record, after byte order mark and `sep=`. */
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

const swapped = (bytes: Uint8Array): Buffer => Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16()

function decode(bytes: Uint8Array, encoding: string): Omit<RawText, 'start'> {
  if (encoding.startsWith('utf-16be')) return { text: swapped(bytes).toString('utf16le'), encode: (text) => Buffer.from(text, 'utf16le').swap16() }
  if (encoding.startsWith('utf-16le')) return { text: Buffer.from(bytes).toString('utf16le'), encode: (text) => Buffer.from(text, 'utf16le') }
  // In UTF-8 and Windows-1252 the relevant characters are single bytes that occur in no other character.
  return { text: Buffer.from(bytes).toString('latin1'), encode: (text) => Buffer.from(text, 'latin1') }
}

/** @param encoding as in `decodeText` */
export function openRaw(bytes: Uint8Array, encoding: string): RawText {
  const { text, encode } = decode(bytes, encoding)
  const mark = text.startsWith('\ufeff') ? 1 : text.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0
  return { text, encode, start: mark + (SEPARATOR_LINE.exec(text.slice(mark, mark + 100))?.[0].length ?? 0) }
}

/** End of a cell. A quote opens only at its start (RFC 4180 section 2). */
function endOfCell(text: string, at: number, delimiter: string): number {
  let place = at
  if (text[at] === '"') {
    place = text.indexOf('"', at + 1)
    while (place >= 0 && text[place + 1] === '"') place = text.indexOf('"', place + 2)
    if (place < 0) return text.length
  }
  while (place < text.length && text[place] !== delimiter && text[place] !== '\n' && text[place] !== '\r') place++
  return place
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
