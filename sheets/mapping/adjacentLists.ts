import type { SheetRow } from '../types.ts'
import { requiredColumns, type HeaderReader } from './headerRow.ts'
import { mayBeKey } from './keyHeaders.ts'
import { squash } from './squash.ts'
import { cutRow, type Strip } from './strip.ts'

const KEYS = ['asset_tag', 'serial_number'] as const
const ONCE = [...requiredColumns, 'asset_tag'] as const

/** Content of a header's columns, read as one list. */
interface Part {
  isComplete: boolean
  /** True when a column that occurs once per list is repeated. */
  isRepeated: boolean
}

function readPart(header: SheetRow, part: Strip, reader: HeaderReader): Part {
  const row = cutRow(header, part)
  const read = reader.read(row)
  const targets = read.matches.flatMap((match) => (match && !match.weak && typeof match.target === 'string' ? [match.target] : []))
  const hasKey = KEYS.some((field) => read.fields.has(field)) || row.cells.some(({ text }) => text.trim() !== '' && mayBeKey(text))
  return {
    isComplete: hasKey && reader.missingIn(read).length === 0,
    isRepeated: ONCE.some((field) => targets.indexOf(field) !== targets.lastIndexOf(field)),
  }
}

/**
 * Finds adjacent gear lists without an empty column: by a repeated first header, else by the only key that leaves both sides complete.
 * @returns first column of each list; one entry when there is one list or the split is ambiguous
 */
export function findAdjacentLists(header: SheetRow, { from, to }: Strip, reader: HeaderReader): number[] {
  if (!readPart(header, { from, to }, reader).isRepeated) return [from]
  const nameAt = (index: number): string => reader.nameOf(header.cells[index]) ?? squash(header.cells[index]?.text ?? '')
  const isKey = (index: number): boolean => nameAt(index) === 'asset_tag' || nameAt(index) === 'serial_number'
  const first = header.cells.findIndex(({ text }, index) => index >= from && text.trim() !== '')
  const splits: number[] = []
  for (let at = first + 1; at <= to; at++) {
    const left = readPart(header, { from, to: at - 1 }, reader)
    if (left.isRepeated) break
    if (left.isComplete && readPart(header, { from: at, to }, reader).isComplete) splits.push(at)
  }
  const again = splits.filter((at) => nameAt(at) === nameAt(first))
  const chosen = again.length === 1 ? again : splits.filter(isKey)
  const [at] = chosen
  if (at === undefined || chosen.length > 1) return [from]
  const more = findAdjacentLists(header, { from: at, to }, reader)
  return readPart(header, { from: more.at(-1) ?? at, to }, reader).isRepeated ? [from] : [from, ...more]
}
