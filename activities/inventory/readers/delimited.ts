import type { Cell, Sheet, SheetReader } from '../types.ts'
import { findDelimiter } from './delimiter.ts'
import { decodeText } from './encoding.ts'
import { readRecords } from './records.ts'

/** One cell for all blank ones: most cells of a sheet are blank. */
const BLANK: Cell = Object.freeze({ text: '', value: null, kind: 'blank' })

const toCell = (text: string): Cell => (text === '' ? BLANK : { text, value: text, kind: 'text' })

/** First line `sep=;`, which spreadsheet programs obey and do not show as a row. */
const SEPARATOR_LINE = /^"?sep=([;,|\t])"?[ \t]*(?:\n|$)/i

/**
 * Reads delimited text in any of the encodings and delimiters that spreadsheet programs write, with line ends of any kind, mixed too.
 * @throws SheetRefused ambiguous_delimiter, unreadable_file.
 */
export function readDelimited(bytes: Uint8Array): Sheet {
  const decoded = decodeText(bytes)
  const text = decoded.text.replaceAll(/\r\n?/g, '\n')
  const separatorLine = SEPARATOR_LINE.exec(text)
  const body = separatorLine ? text.slice(separatorLine[0].length) : text
  const firstLine = separatorLine ? 2 : 1
  const delimiter = separatorLine?.[1] ?? findDelimiter(body)
  const records = readRecords(body, delimiter)
  return {
    encoding: decoded.encoding,
    delimiter,
    rows: records.map(({ line, values }, index) => ({ row: index + 1, line: line + firstLine - 1, cells: values.map(toCell) })),
  }
}

export const delimitedReader: SheetReader = {
  accepts: (_bytes, name) => /\.(csv|tsv|tab|txt)$/i.test(name),
  read: (bytes) => Promise.resolve([readDelimited(bytes)]),
}
