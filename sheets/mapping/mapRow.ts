import type { GearType } from '../../contract/api/gearFields.ts'
import type { CellState, ReadCell } from '../cells/cellState.ts'
import type { ColumnRules } from '../cells/columnRules.ts'
import { currenciesOf } from '../cells/currency.ts'
import { trimCell } from '../cells/escape.ts'
import { parseCell } from '../cells/parseCell.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { toNote, type Note, type ParseResult } from '../cells/parseResult.ts'
import { CONVERSION_CODES } from '../cells/programChange.ts'
import { lookUpWord } from '../cells/words.ts'
import type { Preset } from '../presets.ts'
import type { Defaults } from '../settings/settings.ts'
import type { Cell, MappedRow, MergedRows, SheetRow } from '../types.ts'
import { addNotes } from './addNotes.ts'
import { createMergedNote, findCellFault, PARTLY_STRUCK_OUT, REFERENCES_READ, UNCALCULATED_KEY } from './cellFaults.ts'
import type { MappedColumn } from './columns.ts'
import { isDoubtful } from './doubtful.ts'
import { findCustomField } from '../vocabulary/customFields.ts'
import { isOwnField, lacksField, nonEmptyFields } from '../vocabulary/fields.ts'
import { isPerItem } from './fillMerged.ts'
import { saysGone } from './presenceColumns.ts'
import { foldKey, type KeyColumn } from './keys.ts'
import { checkQuantity, type QuantityRules } from './checkQuantity.ts'
import { withCurrency, type CurrencyOf } from './rowCurrency.ts'

/**
 * Finds the tag that names a type, for presets with tags in the type column. Without one, the cell is blank if there is
 * a default type.
 */
function findTypeTag(state: CellState, { preset, rules, defaults }: RowRules): CellState {
  if (preset?.tagSeparator === undefined) return state
  const words = rules.get('gear_type')?.words
  const types = new Map<string, string>()
  for (const tag of state.text.split(preset.tagSeparator)) {
    const type = lookUpWord(tag, words)
    if (type !== undefined) types.set(type, tag.trim())
  }
  const [tag] = types.values()
  if (tag === undefined) return defaults.gear_type === undefined ? state : { state: 'blank', text: '' }
  return types.size === 1 ? { state: 'value', text: tag } : state
}

/** Rules shared by all rows of a sheet. */
export interface RowRules {
  columns: readonly MappedColumn[]
  notes: readonly MappedColumn[]
  key: KeyColumn
  rules: ReadonlyMap<string, ColumnRules>
  readCell: ReadCell
  currencyOf: CurrencyOf
  blankClears: boolean
  defaults: Defaults
  preset?: Preset
  quantity?: QuantityRules
  /** True to add the file's line numbers. */
  withLines: boolean
}

/** `undefined`: the row has no type. `unknown`: its type is not recognized. */
type RowType = GearType | 'unknown' | undefined

const BLANK_CELL: Cell = { text: '', value: null, kind: 'blank' }

/** Parses a row's cells. Invalid cells become notes of the row; they throw no error. */
export function mapRow(row: SheetRow, shared: RowRules): MappedRow {
  const mapped: MappedRow = { row: row.row, fields: {}, blanks: [], clears: [], errors: [], warnings: [] }
  if (shared.withLines && row.line !== undefined) mapped.line = row.line
  const type = readType(row, shared)
  const implied: Record<string, unknown> = {}
  for (const column of shared.columns) {
    const cell = row.cells[column.index] ?? BLANK_CELL
    mapCell({ mapped, row, cell, column, shared, implied }, readCellState(shared, column, cell), type)
  }
  if (shared.notes.length > 0) addNotes(mapped, row, shared)
  addImplied(mapped, implied)
  resolveKey(mapped, row, shared)
  if (shared.quantity) checkQuantity(mapped, row, shared.quantity, shared)
  if (mapped.errors.length > 0) mapped.outcome = 'refused'
  return mapped
}

/** A status column has these words for "nothing" among its values. */
const NOT_AVAILABLE = /available|dispon|vorhanden/i

/** Reads a cell. A word such as "none" means blank, unless it is one of the field's values. */
function readCellState(shared: RowRules, { target }: MappedColumn, cell: Cell): CellState {
  const state = shared.readCell(cell)
  if (target === 'gear_type' && state.state === 'value') return findTypeTag(state, shared)
  if (state.state !== 'token' || typeof target !== 'string') return state
  const isValue =
    (target === 'status' && (NOT_AVAILABLE.test(state.text) || saysGone(state.text))) ||
    lookUpWord(state.text, shared.rules.get(target)?.words) !== undefined
  return isValue ? { state: 'value', text: state.text } : state
}

function readType(row: SheetRow, shared: RowRules): RowType {
  const column = shared.columns.find(({ target }) => target === 'gear_type')
  const rules = shared.rules.get('gear_type')
  const cell = column && row.cells[column.index]
  if (!cell || !rules) return undefined
  const { state, text } = readCellState(shared, column, cell)
  if (state !== 'value') return state === 'blank' || state === 'token' || state === 'clear' ? undefined : 'unknown'
  const parsed = parseCell(cell, text, rules)
  return parsed.code === undefined ? (parsed.value as GearType) : 'unknown'
}

interface CellContext {
  mapped: MappedRow
  row: SheetRow
  cell: Cell
  column: MappedColumn
  shared: RowRules
  implied: Record<string, unknown>
}

function mapCell(context: CellContext, state: CellState, type: RowType): void {
  const { mapped, column, cell } = context
  const { target } = column
  if (state.state === 'token') warnBlankWord(context)
  if (typeof target !== 'string') {
    if (type === 'unknown') return
    if (type === undefined) for (const field of Object.values(target)) mapTypeDependent(context, state, field)
    else if (target[type] === undefined) warnNotForType(context, state, type)
    else mapField(context, state, target[type])
    return
  }
  if (type === undefined)
    return isOwnField(target) ? mapTypeDependent(context, state, target) : mapField(context, state, target)
  if (type === 'unknown') return isOwnField(target) ? undefined : mapField(context, state, target)
  if (lacksField(type, target)) return warnNotForType(context, state, type)
  mapField(context, state, target)
  if (state.state === 'value' && target === 'gear_type' && mapped.fields['gear_type'] !== cell.text)
    keepRaw(mapped, target, cell)
}

const toCellName = (column: MappedColumn, row: number): string => `${column.letter}${row}`

const noteOf = ({ mapped, column, cell }: CellContext, { code, message, sentences }: Note) => ({
  cell: toCellName(column, mapped.row),
  code,
  raw: cell.text,
  message,
  sentences,
})

function warnBlankWord(context: CellContext): void {
  context.mapped.warnings.push(noteOf(context, toNote('blank_token', say('read_as_blank'))))
}

const typeNote = (context: CellContext, said: Said) => noteOf(context, toNote('not_for_this_type', said))

const itemTypeNote = (context: CellContext) => typeNote(context, say('not_for_item', { header: context.column.header }))

function warnNotForType(context: CellContext, { state }: CellState, type: GearType): void {
  if (state === 'value' || state === 'error' || state === 'ditto')
    context.mapped.warnings.push(typeNote(context, say('not_for_type', { type, header: context.column.header })))
}

function keepRaw(mapped: MappedRow, field: string, cell: Cell): void {
  mapped.raw = { ...mapped.raw, [field]: cell.text }
}

function mapField(context: CellContext, state: CellState, field: string): void {
  const { mapped, cell, shared } = context
  const fault = findCellFault(state, cell)
  if (fault) mapped.errors.push(noteOf(context, fault))
  else if (state.state === 'blank') {
    if (shared.blankClears && !nonEmptyFields.has(field) && field !== shared.key.field && !(field in shared.defaults))
      (mapped.emptied ??= []).push(field)
    else mapped.blanks.push(field)
  } else if (state.state === 'token') {
    mapped.blanks.push(field)
    if (nonEmptyFields.has(field)) keepRaw(mapped, field, cell)
  } else if (state.state === 'clear') mapped.clears.push(field)
  else {
    if (cell.references === 'read') mapped.warnings.push(noteOf(context, REFERENCES_READ))
    if (cell.struck === 'some') mapped.warnings.push(noteOf(context, PARTLY_STRUCK_OUT))
    if (cell.merged && isPerItem(field)) mapMerged(context, state.text, field, cell.merged)
    else mapValue(context, state.text, field)
  }
}

/**
 * Leaves out a merged value that may belong to one row or to each. A merged key refuses its rows; the first one is
 * still known by it, so that its item does not count as missing.
 */
function mapMerged(context: CellContext, text: string, field: string, merged: MergedRows): void {
  const { mapped, shared } = context
  const isKey = field === shared.key.field
  const note = noteOf(context, createMergedNote(merged, field, isKey))
  if (!isKey) {
    mapped.warnings.push(note)
    mapped.blanks.push(field)
    return
  }
  mapped.errors.push(note)
  if (mapped.row === merged.first) mapValue(context, text, field)
}

/**
 * Finds the currency of an amount: the row's, else the header's, else the default.
 * @returns undefined if the cell itself contains a currency
 */
function currencyOf(
  { row, column, shared }: CellContext,
  text: string,
  { headerCurrency }: ColumnRules,
): string | undefined {
  const writtenCurrency = shared.currencyOf(row, column.index) ?? headerCurrency
  return (
    writtenCurrency ??
    (text.split(/[\d\s.,]+/).some((word) => currenciesOf(word).length > 0) ? undefined : shared.defaults.currency)
  )
}

function mapValue(context: CellContext, text: string, field: string): void {
  const { mapped, cell, shared, implied } = context
  const columnRules = shared.rules.get(field)
  if (!columnRules) throw new Error(`no rules for the field ${field}`)
  const rowCurrency = columnRules.kind === 'money' ? currencyOf(context, text, columnRules) : undefined
  const parsed = parseCell(cell, text, rowCurrency === undefined ? columnRules : withCurrency(columnRules, rowCurrency))
  if (parsed.moment !== undefined) mapped.moments = { ...mapped.moments, [field]: parsed.moment }
  if (isTextKind(columnRules.kind)) markText(mapped, cell, field, parsed)
  if (parsed.code !== undefined) {
    mapped.errors.push(noteOf(context, parsed))
    return
  }
  if (parsed.warning) mapped.warnings.push(noteOf(context, parsed.warning))
  if (parsed.implied) Object.assign(implied, parsed.implied)
  if (parsed.value === 0 && shared.preset?.zeroIsBlank?.includes(field)) return void mapped.blanks.push(field)
  if (parsed.value === '' || (Array.isArray(parsed.value) && parsed.value.length === 0)) mapped.blanks.push(field)
  else {
    mapped.fields[field] = parsed.value
    if (columnRules.kind === 'length') keepRaw(mapped, field, cell)
    if (isDoubtful(cell, text, columnRules)) (mapped.doubtful ??= []).push(field)
  }
}

const isTextKind = (kind: ColumnRules['kind']): boolean => kind === 'identifier' || kind === 'text' || kind === 'lines'

/** Keeps what tells planning whether a spreadsheet program has changed a text. */
function markText(mapped: MappedRow, cell: Cell, field: string, { code }: ParseResult): void {
  if (code !== undefined && CONVERSION_CODES.has(code)) mapped.converted = { ...mapped.converted, [field]: cell.text }
  else if (code === undefined && cell.kind === 'text' && trimCell(cell.text).startsWith("'"))
    mapped.literals = [...(mapped.literals ?? []), field]
}

/**
 * Parses a type-specific cell of a row without a type. Planning uses its notes once it knows the stored item's type.
 */
function mapTypeDependent(context: CellContext, state: CellState, field: string): void {
  const { mapped } = context
  const errorsBefore = mapped.errors.length
  const impliedBefore = new Set(Object.keys(context.implied))
  mapField(context, state, field)
  if (state.state === 'blank' || state.state === 'token') return
  const [error] = mapped.errors.splice(errorsBefore)
  const type = findCustomField(field)?.gear_type ?? undefined
  mapped.typeDependent = {
    ...mapped.typeDependent,
    [field]: { warning: itemTypeNote(context), ...(error && { error }), ...(type && { type }) },
  }
  for (const name of Object.keys(context.implied))
    if (!impliedBefore.has(name))
      mapped.typeDependent = { ...mapped.typeDependent, [name]: { warning: itemTypeNote(context) } }
}

/** Adds values that the type's word implies, unless the row has them. */
function addImplied(mapped: MappedRow, implied: Record<string, unknown>): void {
  for (const [field, value] of Object.entries(implied)) {
    if (mapped.fields[field] !== undefined || mapped.clears.includes(field)) continue
    mapped.fields[field] = value
    mapped.blanks = mapped.blanks.filter((blank) => blank !== field)
    mapped.emptied = mapped.emptied?.filter((blank) => blank !== field)
  }
}

const createNoKeyNote = (field: string): Note =>
  toNote('row_without_key', field === 'asset_tag' ? say('row_without_tag') : say('row_without_key', { field }))

function resolveKey(mapped: MappedRow, row: SheetRow, { key }: RowRules): void {
  const cell = row.cells[key.column.index] ?? BLANK_CELL
  const value = mapped.fields[key.field]
  if (typeof value === 'string') {
    mapped.key = value
    mapped.keyFold = foldKey(value)
    if (value !== cell.text) keepRaw(mapped, key.field, cell)
    return
  }
  const name = toCellName(key.column, row.row)
  if (mapped.errors.some((error) => error.cell === name)) return
  const note: Note = cell.isEmptyResult === true ? UNCALCULATED_KEY : createNoKeyNote(key.field)
  mapped.errors.unshift({ cell: name, raw: cell.text, ...note })
}
