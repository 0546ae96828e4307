import type { SheetAdvice } from '../../contract/control/advice.ts'
import type { ReadCell } from '../cells/cellState.ts'
import { areNicknames, areOneShape, isNoIdentity } from '../cells/identity.ts'
import { say, sayAll, type Said } from '../../contract/sentences/say.ts'
import { shorten } from '../cells/parseResult.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { SheetRow } from '../types.ts'
import { adviseColumns, refuseWithAdvice } from '../refuseWithAdvice.ts'
import type { MappedColumn, MappedColumns } from './columns.ts'
import { isMergedCopy } from './fillMerged.ts'
import { canBeKeyHeader } from '../vocabulary/keyHeaders.ts'
import { formatColumn } from './formatColumn.ts'
import { foldKey, type KeyColumn } from './keys.ts'
import { toColumnIndex } from '../vocabulary/columnLetters.ts'

export interface KeyedColumns {
  mapped: MappedColumns
  key: KeyColumn
}

/** Row and text of each item's cell; the text is empty for a cell without a value. */
type Values = { row: number; text: string }[]

type Candidate = Pick<MappedColumn, 'index' | 'letter' | 'header'>

/**
 * Lists a column's values in the rows of items. An item's row has at least two of type, brand and model, or the only
 * one that the table has.
 */
function valuesOf(index: number, { columns }: MappedColumns, body: readonly SheetRow[], readCell: ReadCell): Values {
  const descriptiveColumns = columns.filter(
    ({ target }) => target === 'gear_type' || target === 'brand' || target === 'model',
  )
  const textAt = (row: SheetRow, column: number): string => {
    const cell = row.cells[column]
    const cellState = cell && !isMergedCopy(cell, row) ? readCell(cell) : undefined
    return cellState?.state === 'value' ? cellState.text.trim() : ''
  }
  return body
    .filter(
      (row) =>
        descriptiveColumns.filter((column) => textAt(row, column.index) !== '').length >=
        Math.min(2, descriptiveColumns.length),
    )
    .map((row) => ({ row: row.row, text: textAt(row, index) }))
}

const WHOLE_NUMBER = /^\d{1,7}[.)]?$/

/** True if values run from 1 to n in order, or at a constant distance from the row number. */
function countsRows(values: Values): boolean {
  if (values.length === 0 || values.some(({ text }) => !WHOLE_NUMBER.test(text))) return false
  const numbers = values.map(({ row, text }) => ({ row, value: Number.parseInt(text, 10) }))
  const offset = (numbers[0]?.row ?? 0) - (numbers[0]?.value ?? 0)
  return (
    numbers.every(({ value }, index) => value === index + 1) ||
    (numbers.length > 2 && numbers.every(({ row, value }) => row - value === offset))
  )
}

/** Finds the reason why a column does not identify items. @returns undefined if it does */
function findReasonAgainst(values: Values): Said | undefined {
  const blank = values.find(({ text }) => text === '')
  if (values.length === 0) return say('has_no_values')
  if (blank) return say('row_has_none', { row: blank.row })
  const first = new Map<string, number>()
  for (const { row, text } of values) {
    const other = first.get(foldKey(text))
    if (other !== undefined) return say('value_stands_twice', { text, first: other, second: row })
    first.set(foldKey(text), row)
  }
  return undefined
}

const byIndex = (a: Candidate, b: Candidate): number => a.index - b.index

/** Unmaps a column with an ambiguous header for tags if its cells only number the rows. */
function dropRowNumbers(mapped: MappedColumns, body: readonly SheetRow[], readCell: ReadCell): MappedColumns {
  const weakTagColumn = mapped.columns.find(({ target, isWeak }) => target === 'asset_tag' && isWeak)
  if (!weakTagColumn || !countsRows(valuesOf(weakTagColumn.index, mapped, body, readCell))) return mapped
  return {
    ...mapped,
    columns: mapped.columns.filter((column) => column !== weakTagColumn),
    unknown: [...mapped.unknown, { column: weakTagColumn.letter, header: weakTagColumn.header }].toSorted(
      (a, b) => toColumnIndex(a.column) - toColumnIndex(b.column),
    ),
    rowNumbers: [weakTagColumn.letter],
  }
}

/** Facts for the advice where no column is the key. */
export interface KeySource {
  /** True for a file that `sync tag` can copy. */
  isTextFile?: boolean
  /** Header of an unknown column whose cells look like tags. */
  tagHeader?: string | undefined
}

interface KeyCandidate extends Candidate {
  values: Values
  reason?: Said
}

/** Lists unmapped columns whose header may mean tags. A column that cannot be the key has the reason. */
function listKeyCandidates(mapped: MappedColumns, body: readonly SheetRow[], readCell: ReadCell): KeyCandidate[] {
  const dropped = new Set(mapped.rowNumbers)
  return mapped.unknown
    .filter(({ column, header, detail }) => detail === undefined && (canBeKeyHeader(header) || dropped.has(column)))
    .map(({ column, header }) => {
      const candidate = { index: toColumnIndex(column), letter: column, header }
      const values = valuesOf(candidate.index, mapped, body, readCell)
      const reason = countsRows(values) ? COUNTS_ROWS : findReasonAgainst(values)
      return { ...candidate, values, ...(reason !== undefined && { reason }) }
    })
}

const COUNTS_ROWS = say('counts_rows')

/** Chooses the first suitable column whose values are not all numbers, else the first suitable one. */
function chooseKey(keyCandidates: readonly KeyCandidate[]): KeyCandidate | undefined {
  const suitable = keyCandidates.filter(({ reason }) => reason === undefined)
  return suitable.find(({ values }) => values.some(({ text }) => !WHOLE_NUMBER.test(text))) ?? suitable[0]
}

function useAsTag(mapped: MappedColumns, { index, letter, header, values }: KeyCandidate): KeyedColumns {
  const evidence = say('values_differ', { count: values.length })
  const column: MappedColumn = { index, letter, header, target: 'asset_tag', evidence }
  return {
    mapped: {
      ...mapped,
      columns: [...mapped.columns, column].toSorted(byIndex),
      unknown: mapped.unknown.filter((other) => other.column !== letter),
    },
    key: { field: 'asset_tag', column, evidence },
  }
}

/**
 * Finds the key column: from the settings, else a possible tag column with filled, unique values, else unique serial
 * numbers. Row numbers are never a key.
 * @param describeSource for the advice of a refusal
 * @throws SheetRefused no_key_column, ambiguous_header
 */
export function findKeyColumn(
  mappedColumns: MappedColumns,
  body: readonly SheetRow[],
  settings: SheetSettings,
  readCell: ReadCell,
  describeSource: () => KeySource,
): KeyedColumns {
  const mapped = dropRepeatedWords(dropRowNumbers(mappedColumns, body, readCell), settings, body, readCell)
  const configuredColumn = mapped.columns.find(({ target }) => target === settings.key)
  if (configuredColumn && settings.key === 'asset_tag' && settings.identifiers === 'numbers')
    refuseNames(configuredColumn, mapped, body, readCell)
  if (configuredColumn)
    return { mapped, key: { field: settings.key, column: configuredColumn, evidence: configuredColumn.evidence } }
  const keyCandidates = settings.key === 'asset_tag' ? listKeyCandidates(mapped, body, readCell) : []
  const chosenColumn = chooseKey(keyCandidates)
  if (chosenColumn) return useAsTag(mapped, chosenColumn)
  const rowNumberLetters = keyCandidates.filter(({ reason }) => reason === COUNTS_ROWS).map(({ letter }) => letter)
  const rejected = keyCandidates.flatMap(({ reason, ...column }) =>
    reason ? [{ column: formatColumn(column), reason }] : [],
  )
  const serials = mapped.columns.find(({ target }) => target === 'serial_number')
  if (serials && areUnique(serials.index, body, readCell)) {
    const evidence = sayAll(
      say('serials_differ'),
      ...rejected.flatMap(({ column, reason }) => [say('not_the_key', { column }), reason]),
    )
    return {
      mapped: { ...mapped, rowNumbers: rowNumberLetters },
      key: { field: 'serial_number', column: serials, evidence },
    }
  }
  throw refuseWithAdvice(
    'no_key_column',
    sayNoKey(serials !== undefined, rejected),
    adviseKey(mapped, settings, describeSource()),
  )
}

function sayNoKey(hasSerials: boolean, rejected: readonly { column: string; reason: Said }[]): Said {
  const others = rejected.flatMap(({ column, reason }, index) => [
    index === 0 ? say('no_key', { column }) : say('not_the_key', { column }),
    reason,
  ])
  return sayAll(
    hasSerials ? say('no_key_column_or_serials') : say('no_key_column'),
    ...others,
    ...(others.length > 0 ? [say('full_stop')] : []),
  )
}

/** Number of cells that show whether a column may have words in place of numbers. */
const FIRST_CELLS = 50

/** True if one of a column's first values is words in place of a number. Reading all values takes long. */
function beginsWithWords(index: number, body: readonly SheetRow[], readCell: ReadCell): boolean {
  for (const row of body.slice(0, FIRST_CELLS)) {
    const cell = row.cellAt ? row.cellAt(index) : row.cells[index]
    const state = cell && readCell(cell)
    if (state?.state === 'value' && isNoIdentity(state.text.trim())) return true
  }
  return false
}

/** Leaves out tags that are words, some of them twice, where serial numbers can be the key: they are no tags. */
function dropRepeatedWords(
  mapped: MappedColumns,
  { key, identifiers }: SheetSettings,
  body: readonly SheetRow[],
  readCell: ReadCell,
): MappedColumns {
  const tags = mapped.columns.find(({ target }) => target === 'asset_tag')
  const serials = mapped.columns.find(({ target }) => target === 'serial_number')
  if (!tags || tags.isSet || !serials || key !== 'asset_tag' || identifiers !== 'numbers') return mapped
  if (!beginsWithWords(tags.index, body, readCell)) return mapped
  const texts = valuesOf(tags.index, mapped, body, readCell).flatMap(({ text }) => (text === '' ? [] : [text]))
  const areWords = texts.length > 1 && texts.every(isNoIdentity)
  if (!areWords || new Set(texts.map(foldKey)).size === texts.length) return mapped
  if (!areUnique(serials.index, body, readCell)) return mapped
  const { letter, header } = tags
  const { message: detail, sentences } = say('repeated_words', { text: shorten(texts[0] ?? '') })
  return {
    ...mapped,
    columns: mapped.columns.filter((column) => column !== tags),
    unknown: [...mapped.unknown, { column: letter, header, field: 'asset_tag', detail, sentences }].toSorted(
      (a, b) => toColumnIndex(a.column) - toColumnIndex(b.column),
    ),
  }
}

/** Advises another key, a column with tags under an unknown header, or to give each item a tag. */
function adviseKey(
  { columns }: MappedColumns,
  { key }: SheetSettings,
  { isTextFile = false, tagHeader }: KeySource,
): SheetAdvice[] {
  const ways: SheetAdvice[] = []
  if (key === 'serial_number') {
    if (columns.some(({ target }) => target === 'asset_tag'))
      ways.push({ kind: 'settings', settings: { key: 'asset_tag' } })
    return [...ways, { kind: 'add_column', headers: ['Serial Number'] }]
  }
  if (tagHeader !== undefined) ways.push(adviseColumns({ [tagHeader]: 'asset_tag' }))
  if (isTextFile) ways.push({ kind: 'tag' })
  return [...ways, { kind: 'add_column', headers: ['Asset Tag'] }]
}

/**
 * Refuses tags that are names where serial numbers could be the key.
 * @throws SheetRefused ambiguous_header
 */
function refuseNames(tags: MappedColumn, mapped: MappedColumns, body: readonly SheetRow[], readCell: ReadCell): void {
  const serials = mapped.columns.find(({ target }) => target === 'serial_number')
  if (tags.isSet || !serials || !beginsWithWords(tags.index, body, readCell)) return
  if (!areUnique(serials.index, body, readCell)) return
  const texts = valuesOf(tags.index, mapped, body, readCell).flatMap(({ text }) => (text === '' ? [] : [text]))
  const names = texts.filter(isNoIdentity)
  if (texts.length < 2 || names.length * 2 <= texts.length || areOneShape(texts) || areNicknames(texts)) return
  throw refuseWithAdvice(
    'ambiguous_header',
    say('tags_or_names', { column: formatColumn(tags), text: shorten(names[0] ?? '') }),
    [
      adviseColumns({ [tags.header]: 'ignore' }),
      { kind: 'settings', settings: { columns: { [tags.header]: 'asset_tag' }, identifiers: 'any' } },
    ],
  )
}

function areUnique(index: number, body: readonly SheetRow[], readCell: ReadCell): boolean {
  const seenKeys = new Set<string>()
  for (const row of body) {
    const cell = row.cells[index]
    if (!cell || isMergedCopy(cell, row)) continue
    const { state, text } = readCell(cell)
    if (state !== 'value') continue
    const key = foldKey(text)
    if (seenKeys.has(key)) return false
    seenKeys.add(key)
  }
  return seenKeys.size > 0
}
