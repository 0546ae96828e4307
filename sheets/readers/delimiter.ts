import { SheetRefused } from '../types.ts'
import { sampleRecords } from './records.ts'

const CANDIDATES = [';', ',', '\t', '|']
const SAMPLE_RECORDS = 20
const SAMPLE_CHARACTERS = 200_000
/** Share of rows with the same number of columns for a regular delimiter. */
const REGULAR = 0.8

interface Candidate {
  delimiter: string
  columns: number
  /** Share of sampled rows with that many columns. */
  regularity: number
}

function tryDelimiter(sample: string, delimiter: string): Candidate {
  const nothing = { delimiter, columns: 1, regularity: 0 }
  const counts = sampleRecords(sample, delimiter, SAMPLE_RECORDS)
    .filter(({ values }) => values.some((value) => value.trim() !== ''))
    .map(({ values }) => values.length)
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  const [columns, seen] = [...times].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
  return columns < 2 ? nothing : { delimiter, columns, regularity: seen / counts.length }
}

/** Cuts after a complete line, so that the cut is no open quote. */
const takeSample = (text: string): string =>
  text.length <= SAMPLE_CHARACTERS ? text : text.slice(0, text.lastIndexOf('\n', SAMPLE_CHARACTERS) + 1 || SAMPLE_CHARACTERS)

/** Finds the delimiter that gives the most columns with rows of equal length. @throws SheetRefused ambiguous_delimiter for a tie */
export function findDelimiter(text: string): string {
  const found = CANDIDATES.map((delimiter) => tryDelimiter(takeSample(text), delimiter)).filter(({ columns }) => columns > 1)
  const regular = found.filter(({ regularity }) => regularity >= REGULAR)
  const [best, second] =
    regular.length > 0
      ? regular.sort((a, b) => b.columns - a.columns || b.regularity - a.regularity)
      : found.sort((a, b) => b.regularity - a.regularity || b.columns - a.columns)
  if (best && second && best.columns === second.columns && best.regularity === second.regularity)
    throw new SheetRefused(
      'ambiguous_delimiter',
      `The values could be separated by ${nameDelimiter(best.delimiter)} or by ${nameDelimiter(second.delimiter)}. Put a first line "sep=${best.delimiter}" or "sep=${second.delimiter}" into the file.`,
    )
  return best?.delimiter ?? ','
}

const nameDelimiter = (delimiter: string): string => (delimiter === '\t' ? 'tab' : `"${delimiter}"`)
