import { say } from '../../contract/sentences/say.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { SheetRefused } from '../types.ts'

export interface TextRecord<T = string[]> {
  /** First physical line of the record, from 1. */
  line: number
  values: T
}

const MAX_RECORD_CHARACTERS = 1_000_000

/** Reads the first records, or those before an invalid one. */
export const sampleRecords = (text: string, delimiter: string, count: number): TextRecord[] =>
  splitText(text, { delimiter, count, relaxQuotes: true }, (values) => values).records

/**
 * Splits delimited text (RFC 4180 section 2; `\n` line ends). A quote inside an unquoted value (`5" lens`) is text.
 * @param text as a string or in UTF-8
 * @param convert called for each record, so that a large file is not held twice
 * @throws SheetRefused unreadable_file for unclosed or misplaced quotes, which can swallow rows
 */
export function readRecords<T>(
  text: string | Buffer,
  delimiter: string,
  convert: (values: string[]) => T,
): TextRecord<T>[] {
  const strict = splitText(text, { delimiter, relaxQuotes: false }, convert)
  if (strict.error === undefined) return strict.records
  if (strict.error.code !== 'INVALID_OPENING_QUOTE') throw createRefusal(strict.error, strict.line)
  const isMisquoted = (values: readonly string[]): boolean => values.some((value) => value.startsWith('"'))
  const relaxed = splitText(text, { delimiter, relaxQuotes: true }, (values) => ({
    converted: convert(values),
    isMisquoted: isMisquoted(values),
  }))
  if (relaxed.error !== undefined) throw createRefusal(relaxed.error, relaxed.line)
  const misquoted = relaxed.records.find(({ values }) => values.isMisquoted)
  if (misquoted) throw createRefusal(undefined, misquoted.line)
  return relaxed.records.map(({ line, values }) => ({ line, values: values.converted }))
}

interface SplitOptions {
  delimiter: string
  count?: number
  relaxQuotes: boolean
}

interface SplitText<T> {
  records: TextRecord<T>[]
  line: number
  error?: CsvError
}

function splitText<T>(
  text: string | Buffer,
  { delimiter, count, relaxQuotes }: SplitOptions,
  convert: (values: string[]) => T,
): SplitText<T> {
  const records: TextRecord<T>[] = []
  let line = 1
  try {
    parse(text, {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: relaxQuotes,
      max_record_size: MAX_RECORD_CHARACTERS,
      ...(count !== undefined && { to: count }),
      on_record: (values: string[], { lines }) => {
        records.push({ line, values: convert(values) })
        // `lines` is the number of the record's last physical line.
        line = lines + 1
        return null
      },
    })
    return { records, line }
  } catch (error) {
    if (error instanceof CsvError) return { records, line, error }
    throw error
  }
}

function createRefusal(cause: CsvError | undefined, line: number): SheetRefused {
  const isEndless = cause?.code === 'CSV_MAX_RECORD_SIZE'
  const said = isEndless ? say('row_never_ends', { line }) : say('quotation_mark_open', { line })
  return new SheetRefused('unreadable_file', said, { cause })
}
