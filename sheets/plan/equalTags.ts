// Tags that the API counts as one, though they are typed differently: another dash, space or width.
import type { CellNote } from '../../contract/control/control.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { foldTag } from '../../platform/foldText.ts'
import { MAX_ROWS_NAMED, nameOtherRows, type OtherRows } from '../mapping/otherRows.ts'
import type { MappedRow } from '../types.ts'
import type { Item, PlanContext } from './planContext.ts'

/** Numbers of the rows with tags that count as one, by folded tag; only where several rows share one. */
export type EqualTags = ReadonlyMap<string, readonly number[]>

const tagOf = ({ fields, outcome }: MappedRow): string | undefined =>
  outcome !== 'skipped' && typeof fields['asset_tag'] === 'string' ? fields['asset_tag'] : undefined

const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

/** Finds the rows with such tags. Yields after each row. Tags of ASCII alone are compared when they are mapped. */
export function* findEqualTags(rows: Iterable<MappedRow>): Generator<undefined, EqualTags> {
  const rowsByTag = new Map<string, number[]>()
  for (const row of rows) {
    const tag = tagOf(row)
    if (tag !== undefined && !isAscii(tag)) rowsByTag.set(foldTag(tag), [])
    yield
  }
  if (rowsByTag.size === 0) return rowsByTag
  for (const row of rows) {
    const tag = tagOf(row)
    if (tag !== undefined) rowsByTag.get(foldTag(tag))?.push(row.row)
    yield
  }
  return new Map([...rowsByTag].filter(([, numbers]) => numbers.length > 1))
}

function sayEqual({ rows, count, more }: OtherRows): Said {
  if (more > 0) return say('tag_counts_as_rows_and_more', { rows, more })
  return count === 1 ? say('tag_counts_as', { rows }) : say('tag_counts_as_rows', { rows })
}

/** Finds the fault of a row that gives its item a tag which counts as that of another row. */
export function findEqualTag(row: MappedRow, item: Item | undefined, context: PlanContext): CellNote[] {
  const tag = tagOf(row)
  const numbers = tag === undefined ? undefined : context.equalTags.get(foldTag(tag))
  if (tag === undefined || numbers === undefined) return []
  // Items that have such tags already keep them.
  if (typeof item?.asset_tag === 'string' && foldTag(item.asset_tag) === foldTag(tag)) return []
  const said = sayEqual(nameOtherRows(numbers, numbers.indexOf(row.row)))
  return [context.faultAt(row, 'asset_tag', 'duplicate_key', said, numbers.slice(0, MAX_ROWS_NAMED))]
}
