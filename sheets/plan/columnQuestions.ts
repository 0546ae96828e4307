// Questions about columns that would be read otherwise than in the last applied run. Until an answer nothing is written
// from such a column; the rows go on without it, but for new items that need it.
import type { CellNote } from '../../contract/control/control.ts'
import type { PlanQuestion, RowQuestion } from '../../contract/control/questions.ts'
import type { ColumnFact } from '../../contract/sentences/columns.ts'
import { say, sayAll, type Said } from '../../contract/sentences/say.ts'
import type { Binding, KeyField, MappedRow } from '../types.ts'
import type { Readings } from '../columnReadings.ts'
import { findFieldKind, isOwnField } from '../vocabulary/fields.ts'
import { WARRANTY_LENGTH } from '../vocabulary/warrantyHeaders.ts'
import { listColumnAnswers, listFormAnswers } from './columnAnswers.ts'
import { isEmpty, isSameValue } from './isSameValue.ts'
import type { Item } from './planContext.ts'
import type { PlanInput } from './planInput.ts'
import { findChangedColumns, listReadColumns, mergeReadings, toReadings, type ChangedColumn } from './readings.ts'

const CODE = 'column_changed'
const FORM_CODE = 'cells_changed'
const MAX_ROWS = 20
const MAX_VALUES = 10

/** A new item without these could be a second one, an available one that is gone, or none at all. */
const WAITING_FIELDS: ReadonlySet<string> = new Set([
  'gear_type',
  'brand',
  'model',
  'status',
  'asset_tag',
  'serial_number',
  'quantity',
  'not_on_hand',
])
const REQUIRED: ReadonlySet<string> = new Set(['gear_type', 'brand', 'model', 'quantity', 'not_on_hand'])

/** Fields that the cells of a column imply, unless they have a column of their own. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  gear_type: ['category', 'filter_kind'],
  focal_length_min_mm: ['focal_length_max_mm'],
  not_on_hand: ['status'],
  [WARRANTY_LENGTH]: ['warranty_expires_on'],
}

/** A column that a question is about, with what it would write. */
interface AskedColumn extends ChangedColumn {
  isKey: boolean
  /** Fields that rows lose while the question is open. */
  held: ReadonlySet<string>
  count: number
  /** Number of the row that was counted last. */
  countedRow: number
  rows: number[]
  values: Set<string>
}

/** A row without the cells of the columns that are asked about. */
export interface HeldRow {
  row: MappedRow
  held: readonly HeldCells[]
}

interface HeldCells {
  asked: AskedColumn
  /** Values by field that the column would write, null for a cleared one. */
  values: Readonly<Record<string, unknown>>
  hasFault: boolean
  raw: string
}

const omit = <T>(record: Record<string, T>, fields: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !fields.has(field)))

const letterOf = ({ cell }: CellNote): string => cell.replace(/\d+$/, '')

/** Collects questions about columns, and holds back what they would write. */
export class ColumnQuestions {
  /** Readings for the next plan, once this one is applied. */
  readonly readings: Readings
  readonly #byTable = new Map<number | undefined, AskedColumn[]>()
  readonly #asked: AskedColumn[]

  constructor({ table, settings, remembered }: Pick<PlanInput, 'table' | 'settings' | 'remembered'>, key: KeyField) {
    const columns = listReadColumns(table, settings)
    const changed = remembered ? findChangedColumns(columns, remembered) : []
    this.readings = remembered ? mergeReadings(columns, changed, remembered) : toReadings(columns)
    this.#asked = changed.map((change) => {
      const { fields, table: number } = change.column
      const own = new Set(columns.flatMap((other) => (other.table === number ? other.fields : [])))
      const isMoney = fields.includes('currency') || change.was.fields.includes('currency')
      const held = new Set([
        ...fields,
        ...fields.flatMap((field) => (IMPLIED[field] ?? []).filter((name) => !own.has(name) || name === 'status')),
        ...[...own].filter((field) => isMoney && findFieldKind(field) === 'money'),
      ])
      return {
        ...change,
        isKey: fields.includes(key),
        held,
        count: 0,
        countedRow: 0,
        rows: [],
        values: new Set<string>(),
      }
    })
    for (const asked of this.#asked)
      this.#byTable.set(asked.column.table, [...(this.#byTable.get(asked.column.table) ?? []), asked])
  }

  /** Removes the cells of asked columns from a row, with their faults and warnings. */
  hold(row: MappedRow): HeldRow {
    const asked = this.#byTable.get(row.table)
    if (!asked) return { row, held: [] }
    const fields = new Set(asked.flatMap((column) => [...column.held]))
    const letters = new Set(asked.map(({ column }) => column.letter))
    const isKept = (note: CellNote): boolean => !letters.has(letterOf(note))
    const held = asked.map((column) => readHeldCells(column, row))
    return { row: withTypeDependent(withoutCells(row, fields, isKept), fields, letters), held }
  }

  /** Counts a row whose values a column would change. Call it once for each row. */
  count({ held, row }: HeldRow, item: Item | undefined, binding: Binding | undefined, key: KeyField): void {
    for (const { asked, values, raw } of held) {
      const isChange =
        asked.held.size === 0
          ? item !== undefined && asked.was.fields.some((field) => !isEmpty(binding?.base[field]))
          : asked.isKey ||
            Object.entries(values).some(([field, value]) => !item || !isSameValue(field, value, item[field], key))
      if (isChange) countRow(asked, row.row, raw)
    }
  }

  /** Lists the questions about a row that must wait: its key, or a part of a new item, is in an asked column. */
  askAbout({ held, row }: HeldRow, isCreate: boolean): RowQuestion[] {
    const waiting = held.filter((cells) => cells.asked.isKey || (isCreate && mustWait(cells, row)))
    return waiting.map((cells) => {
      const { asked, raw } = cells
      countRow(asked, row.row, raw)
      const { header, letter } = asked.column
      return {
        cell: `${letter}${row.row}`,
        code: CODE,
        raw,
        ...say('row_asks_about_reading', { header }),
        about: header,
      }
    })
  }

  /** The first column whose question is open, if there is one. */
  get openColumn(): string | undefined {
    return this.#asked.find((asked) => asked.count > 0 || asked.isKey)?.column.header
  }

  list(): PlanQuestion[] {
    return this.#asked
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
      .map(describe)
  }
}

function countRow(asked: AskedColumn, row: number, raw: string): void {
  if (asked.countedRow === row) return
  asked.countedRow = row
  asked.count++
  if (asked.rows.length < MAX_ROWS) asked.rows.push(row)
  if (raw !== '' && asked.values.size < MAX_VALUES) asked.values.add(raw)
}

function readHeldCells(asked: AskedColumn, row: MappedRow): HeldCells {
  const { letter } = asked.column
  const fields = [...asked.held]
  const notes = [...row.errors, ...row.warnings].filter((note) => letterOf(note) === letter)
  const values = Object.fromEntries([
    ...fields.flatMap((field) => (row.fields[field] === undefined ? [] : [[field, row.fields[field]] as const])),
    ...[...row.clears, ...(row.emptied ?? [])].flatMap((field) =>
      fields.includes(field) ? [[field, null] as const] : [],
    ),
  ])
  const first = fields.find((field) => row.fields[field] !== undefined)
  const text = first === undefined ? undefined : (row.raw?.[first] ?? row.fields[first])
  const raw = typeof text === 'string' || typeof text === 'number' ? String(text) : (notes[0]?.raw ?? '')
  return { asked, values, hasFault: notes.length > 0, raw }
}

function mustWait({ asked, values, hasFault }: HeldCells, row: MappedRow): boolean {
  const { was, column } = asked
  if (column.fields.includes('quantity') && row.stack === undefined && !hasFault) return false
  const lost = was.fields.filter((field) => !column.fields.includes(field))
  return (
    lost.some((field) => WAITING_FIELDS.has(field)) ||
    column.fields.some(
      (field) => REQUIRED.has(field) || (WAITING_FIELDS.has(field) && (hasFault || values[field] !== undefined)),
    )
  )
}

function withoutCells(row: MappedRow, fields: ReadonlySet<string>, isKept: (note: CellNote) => boolean): MappedRow {
  const isOther = (field: string): boolean => !fields.has(field)
  const errors = row.errors.filter(isKept)
  const left: MappedRow = {
    ...row,
    fields: omit(row.fields, fields),
    blanks: row.blanks.filter(isOther),
    clears: row.clears.filter(isOther),
    errors,
    warnings: row.warnings.filter(isKept),
  }
  if (row.emptied) left.emptied = row.emptied.filter(isOther)
  if (row.doubtful) left.doubtful = row.doubtful.filter(isOther)
  if (row.converted) left.converted = omit(row.converted, fields)
  if (row.typeDependent) left.typeDependent = omit(row.typeDependent, fields)
  if (row.outcome === 'refused' && row.reason === undefined && errors.length === 0) delete left.outcome
  return left
}

/** Without its type, a row has the type of its item, which may lack fields of the row. */
function withTypeDependent(row: MappedRow, fields: ReadonlySet<string>, letters: ReadonlySet<string>): MappedRow {
  if (!fields.has('gear_type')) return row
  const [letter = ''] = letters
  const warning = {
    cell: `${letter}${row.row}`,
    code: 'not_for_this_type',
    raw: '',
    ...say('type_waits'),
  }
  const own = Object.keys(row.fields).filter(isOwnField)
  return {
    ...row,
    typeDependent: { ...Object.fromEntries(own.map((field) => [field, { warning }])), ...row.typeDependent },
  }
}

/** Describes the rows that a question is about, after its sentences. */
function describeRows({ column, count, rows, values }: AskedColumn, said: Said) {
  const { message, sentences } = sayAll(said, say('rows_would_change', { count }))
  return { about: column.header, detail: message, sentences, count, rows, values: [...values] }
}

function describe(asked: AskedColumn): PlanQuestion {
  const { column, was } = asked
  const { header, fields } = column
  if (asked.isForm) return describeForm(asked)
  const said = say('question_of_reading', { header, was: was.fields.join(', '), now: fields.join(', ') })
  return {
    code: CODE,
    ...describeRows(asked, said),
    was: was.fields,
    now: fields,
    answers: listColumnAnswers(header, was.fields, fields),
  }
}

/** Settings of a source that read cells of a form, whatever the cells prove. */
const FORM_SETTINGS: Readonly<Partial<Record<ColumnFact, string>>> = {
  'day-month-year': 'date_order: DMY',
  'month-day-year': 'date_order: MDY',
  'decimal comma': "decimal: ','",
  'decimal point': "decimal: '.'",
}

function describeForm(asked: AskedColumn): PlanQuestion {
  const { column, was } = asked
  const { header } = column
  const [before, now] = [was.proven, column.proven] as [ColumnFact, ColumnFact]
  const setting = FORM_SETTINGS[before]
  const said = sayAll(
    say('question_of_cells', { header, was: before, now }),
    ...(setting === undefined ? [] : [say('setting_reads_as_before', { setting })]),
  )
  return {
    code: FORM_CODE,
    ...describeRows(asked, said),
    answers: listFormAnswers(header, now),
  }
}
