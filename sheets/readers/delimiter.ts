import { say } from '../../contract/sentences/say.ts'
import { refuseWithAdvice } from '../refuseWithAdvice.ts'
import { sampleRecords } from './records.ts'

const CANDIDATES = [';', ',', '\t', '|']
const SAMPLE_RECORDS = 20
const SAMPLE_CHARACTERS = 200_000
/** A delimiter is regular if at least this share of rows has the same number of columns. */
const MIN_REGULARITY = 0.8

interface Candidate {
  delimiter: string
  columns: number
  /** Share of sampled rows that have `columns` columns. */
  regularity: number
}

function tryDelimiter(sample: string, delimiter: string): Candidate {
  const noColumns = { delimiter, columns: 1, regularity: 0 }
  const counts = sampleRecords(sample, delimiter, SAMPLE_RECORDS)
    .filter(({ values }) => values.some((value) => value.trim() !== ''))
    .map(({ values }) => values.length)
  const frequencies = new Map<number, number>()
  for (const count of counts) frequencies.set(count, (frequencies.get(count) ?? 0) + 1)
  const [columns, frequency] = [...frequencies].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
  return columns < 2 ? noColumns : { delimiter, columns, regularity: frequency / counts.length }
}

/** Cuts at the end of a line, so that the sample rarely ends inside quotes. */
const takeSample = (text: string): string =>
  text.length <= SAMPLE_CHARACTERS
    ? text
    : text.slice(0, text.lastIndexOf('\n', SAMPLE_CHARACTERS) + 1 || SAMPLE_CHARACTERS)

/**
 * Finds the delimiter that gives the most columns with rows of equal length.
 * @throws SheetRefused ambiguous_delimiter for a tie
 */
export function findDelimiter(text: string): string {
  const candidates = CANDIDATES.map((delimiter) => tryDelimiter(takeSample(text), delimiter)).filter(
    ({ columns }) => columns > 1,
  )
  const regular = candidates.filter(({ regularity }) => regularity >= MIN_REGULARITY)
  const [best, second] =
    regular.length > 0
      ? regular.sort((a, b) => b.columns - a.columns || b.regularity - a.regularity)
      : candidates.sort((a, b) => b.regularity - a.regularity || b.columns - a.columns)
  if (best && second && best.columns === second.columns && best.regularity === second.regularity)
    throw refuseWithAdvice(
      'ambiguous_delimiter',
      say('delimiter_ambiguous', { first: best.delimiter, second: second.delimiter }),
      [best, second].map(({ delimiter }) => ({ kind: 'first_line', line: `sep=${delimiter}` })),
    )
  return best?.delimiter ?? ','
}
