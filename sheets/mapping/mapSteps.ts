// Maps the rows of a sheet one after another. Corrections follow, which result from comparing the rows.
import type { KeyField, MappedRow } from '../types.ts'
import { expandStacks } from './expandStacks.ts'
import { findDuplicates, type LetterOf } from './findDuplicates.ts'
import { correctRow, RowFactList, type RowCorrection } from './rowFacts.ts'
import type { CountedRow } from './rowGroups.ts'
import { findEqualSerials } from './findEqualSerials.ts'

export type MapStep = MappedRow | RowCorrection

type Rows = Iterable<MappedRow>

function* findCorrections(facts: RowFactList, key: KeyField, letterOf: LetterOf): Generator<RowCorrection> {
  yield* findDuplicates(facts, key, letterOf)
  yield* findEqualSerials(facts, key, (row) => letterOf(row, 'serial_number'))
}

/** @param visit called for each row before it is corrected */
export function* mapEach(
  rows: Rows,
  key: KeyField,
  letterOf: LetterOf,
  visit: (row: MappedRow) => void,
): Generator<MapStep, Iterable<CountedRow>> {
  const facts = new RowFactList()
  for (const row of rows) {
    visit(row)
    facts.add(row, key)
    yield row
  }
  yield* findCorrections(facts, key, letterOf)
  return facts
}

/**
 * Maps rows with quantities. It compares them before it expands them, so it holds all of them in memory.
 * @throws SheetRefused unreadable_file for too many items
 */
export function* mapStacks(
  rows: Rows,
  key: KeyField,
  letterOf: LetterOf,
  visit: (row: MappedRow) => void,
): Generator<MapStep, Iterable<CountedRow>> {
  const all: MappedRow[] = []
  const facts = new RowFactList()
  for (const row of rows) {
    visit(row)
    facts.add(row, key)
    all.push(row)
  }
  for (const correction of findCorrections(facts, key, letterOf)) {
    const row = all[correction.position]
    if (row) correctRow(row, correction)
  }
  yield* expandStacks(all, key, (row) => letterOf(row, 'asset_tag') ?? '')
  return all
}

/** Merges rows of several tables by row number, the main table's first. Each table's rows are already in order. */
export function* mergeRows(tables: readonly Generator<MappedRow>[]): Generator<MappedRow> {
  const isBefore = (a: MappedRow, b: MappedRow): boolean =>
    a.row < b.row || (a.row === b.row && (a.table ?? 0) < (b.table ?? 0))
  const heads = tables.map((rows) => ({ rows, next: rows.next() }))
  for (;;) {
    let first: { rows: Generator<MappedRow>; row: MappedRow } | undefined
    for (const { rows, next } of heads)
      if (!next.done && (!first || isBefore(next.value, first.row))) first = { rows, row: next.value }
    if (!first) return
    yield first.row
    for (const head of heads) if (head.rows === first.rows) head.next = head.rows.next()
  }
}
