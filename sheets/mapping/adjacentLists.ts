import type { SheetRow } from '../types.ts'
import { requiredColumns, type HeaderReader } from './headerRow.ts'
import { canBeKeyHeader } from '../vocabulary/keyHeaders.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'
import { cutRowToRange, type ColumnRange } from './columnRange.ts'

const KEY_FIELDS = ['asset_tag', 'serial_number'] as const
const SINGLE_FIELDS = [...requiredColumns, 'asset_tag'] as const

/** Contents of adjacent columns of a header when they are read as one list. */
interface PartSummary {
  isComplete: boolean
  /** True if two columns have a field that occurs once per list. */
  isRepeated: boolean
}

function readPart(header: SheetRow, part: ColumnRange, reader: HeaderReader): PartSummary {
  const row = cutRowToRange(header, part)
  const headerRow = reader.read(row)
  const targets = headerRow.matches.flatMap((match) =>
    match && !match.weak && typeof match.target === 'string' ? [match.target] : [],
  )
  const hasKey =
    KEY_FIELDS.some((field) => headerRow.fields.has(field)) ||
    row.cells.some(({ text }) => text.trim() !== '' && canBeKeyHeader(text))
  return {
    isComplete: hasKey && reader.missingIn(headerRow).length === 0,
    isRepeated: SINGLE_FIELDS.some((field) => targets.indexOf(field) !== targets.lastIndexOf(field)),
  }
}

/**
 * Splits adjacent gear lists without an empty column between them. A list starts where the first header is repeated,
 * else at the only key column that leaves both sides complete.
 * @returns first column of each list; one entry when there is one list or the split is ambiguous
 */
export function findAdjacentLists(header: SheetRow, { from, to }: ColumnRange, reader: HeaderReader): number[] {
  if (!readPart(header, { from, to }, reader).isRepeated) return [from]
  const nameAt = (index: number): string =>
    reader.nameOf(header.cells[index]) ?? toLookupKey(header.cells[index]?.text ?? '')
  const isKey = (index: number): boolean => nameAt(index) === 'asset_tag' || nameAt(index) === 'serial_number'
  const first = header.cells.findIndex(({ text }, index) => index >= from && text.trim() !== '')
  const splits: number[] = []
  for (let at = first + 1; at <= to; at++) {
    const left = readPart(header, { from, to: at - 1 }, reader)
    if (left.isRepeated) break
    if (left.isComplete && readPart(header, { from: at, to }, reader).isComplete) splits.push(at)
  }
  const repeatedStarts = splits.filter((at) => nameAt(at) === nameAt(first))
  const chosenSplits = repeatedStarts.length === 1 ? repeatedStarts : splits.filter(isKey)
  const [at] = chosenSplits
  if (at === undefined || chosenSplits.length > 1) return [from]
  const furtherLists = findAdjacentLists(header, { from: at, to }, reader)
  return readPart(header, { from: furtherLists.at(-1) ?? at, to }, reader).isRepeated ? [from] : [from, ...furtherLists]
}
