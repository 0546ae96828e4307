import type { Readings } from './columnReadings.ts'
import type { SheetAdvice } from '../contract/control/advice.ts'
import type { CellNote, PlanRow } from '../contract/control/control.ts'
import type { FieldProposal, SheetMapping } from '../contract/control/explain.ts'
import type { PlanQuestion, RowQuestion } from '../contract/control/questions.ts'
import type { Said } from '../contract/sentences/say.ts'
import type { Sentence } from '../contract/sentences/sentence.ts'
import type { GearType } from '../contract/api/gearFields.ts'

/** A cell as read. Delimited text yields `text` and `blank` only. */
export interface Cell {
  /** Text as displayed, untrimmed. */
  text: string
  value: string | number | boolean | Date | null
  kind: 'text' | 'number' | 'date' | 'boolean' | 'error' | 'blank'
  /** Number format, such as `00000` or `#,##0.00 [$EUR]`. */
  numberFormat?: string
  /** True for a formula. With `kind: 'blank'` it was never calculated. */
  formula?: boolean
  /** True for a blank cell with a formula whose stored value is an empty text. */
  isEmptyResult?: boolean
  /** Displayed part of a date other than the day. */
  shows?: 'month' | 'part' | 'time'
  /** Struck-out part of the text. `text` excludes it, unless the whole cell is struck out. */
  struck?: 'some' | 'all'
  /** State of HTML character references such as `&amp;` in the text. */
  references?: 'read' | 'unclear'
  /** Rows of the cell's merged cell, if it is merged downwards in one column. Covered cells are blank. */
  merged?: MergedRows
  /** Texts by likely encoding, where they differ; the first is `text`. */
  readings?: { encoding: string; text: string }[]
}

/** First and last row number of a merged cell. */
export interface MergedRows {
  first: number
  last: number
}

export interface SheetRow {
  /** Row number as displayed, from 1. */
  row: number
  /** First physical line in a text file, from 1. */
  line?: number
  hidden?: boolean
  /** Cells from column A; trailing ones may be missing. */
  cells: Cell[]
  /** Returns one cell, for rows whose `cells` are built at each access. */
  cellAt?: (column: number) => Cell | undefined
  /** Number of cells of such a row. */
  width?: number
}

export interface Sheet {
  name?: string
  encoding?: string
  encodingFacts?: { name: string; evidence: string; sentences?: Sentence[] }
  delimiter?: string
  rows: SheetRow[]
  hidden?: boolean
  /** False for a listed sheet without rows. */
  isRead?: boolean
  /** The only cells that were read, in A1 notation. */
  range?: string
  otherSheets?: string[]
  hiddenColumns?: string[]
}

/** The source's settings about its file. */
export interface WantedSheet {
  sheet?: string
  encoding?: string
}

export interface SheetReader {
  /**
   * Sheets in file order; text files have one.
   * @param wanted configured sheet (others are only listed) and encoding
   * @throws SheetRefused unreadable_file and others by file type
   */
  read: (bytes: Uint8Array, wanted: WantedSheet) => Promise<Sheet[]>
}

/** A field, or a field per gear type. */
export type ColumnTarget = string | Partial<Record<GearType, string>>

export interface UnknownColumn {
  column: string
  header: string
  /** Field with the most similar header. */
  nearest?: string
  /** The field that the header means, where its cells or another column contradict it. */
  field?: string
  /** Reason for leaving the column out although its header means a field. */
  detail?: string
  sentences?: Sentence[]
  /** An own field for its cells; absent for an empty column or one that numbers the rows. */
  proposal?: FieldProposal
}

/** Describes how a sheet was read; stored with the plan. Keyed by column letter. */
export interface ReadSection {
  [more: string]: unknown
  sheet?: string
  range?: string
  sheets_not_read?: string[]
  encoding?: string
  delimiter?: string
  header_row: number
  hidden_columns?: string[]
  /** Number of hidden rows, which are read like all others. */
  hidden_rows?: number
  columns: Record<string, { header: string; field: ColumnTarget }>
  unknown_columns: UnknownColumn[]
  ignored_columns?: { column: string; header: string }[]
  /** Facts inferred from a column's cells: date order, decimal mark. */
  inferred?: Record<string, string>
  /** Key column, if it differs from the settings. */
  key?: KeyField
  /** Words of enumeration fields by column; in explanations only. */
  words?: Record<string, WordUsage[]>
}

/** A word with its frequency and meaning. */
export interface WordUsage {
  word: string
  cells: number
  /** Absent for an unknown word. */
  value?: string
  /** Built in, or from `values:`. */
  table?: 'kitroom' | 'settings'
}

export type KeyField = 'asset_tag' | 'serial_number'

/** A type-specific cell of a row without a type. */
interface TypeDependentCell {
  /** Note if the item's type lacks the field. */
  warning: CellNote
  /** Note of an invalid cell. */
  error?: CellNote
  /** The gear type that has an own field. */
  type?: GearType
}

/** A parsed row before comparison. Empty rows are omitted. */
export interface MappedRow {
  row: number
  line?: number
  table?: number
  key?: string
  /** Folded key, by which rows are compared. */
  keyFold?: string
  /** Folded stored key, where the row's key is taken although a spreadsheet program may have changed it. */
  storedFold?: string
  /** `skipped` is final except for a `group_row` whose key is bound. */
  outcome?: 'refused' | 'skipped'
  reason?: string
  /** Parsed values, with `gear_type` and key. */
  fields: Record<string, unknown>
  blanks: string[]
  /** Fields whose cell has the clear token. */
  clears: string[]
  /** Fields cleared by blank cells with `blank: clear`. */
  emptied?: string[]
  errors: CellNote[]
  warnings: CellNote[]
  /** Questions that a new item of this row waits for. */
  questions?: RowQuestion[]
  /** Cell texts that differ from the value and may appear in faults. */
  raw?: Record<string, string>
  /** Type that the heading above gives to a row without one, such as `accessory/tripod`. Only a new item gets it. */
  headingType?: string
  /** Number of items above one, with `quantity: expand`. */
  quantity?: number
  /** Original tag and unit number of an expanded row. */
  stack?: { tag: string; unit: number; of: number }
  /** Fields whose cell has words where a number or code is expected. */
  doubtful?: string[]
  /** Type-specific cells by field, on rows without a type. */
  typeDependent?: Record<string, TypeDependentCell>
  /** Texts by field of cells that a spreadsheet program has converted, such as `8-Jul`. Each has an error. */
  converted?: Record<string, string>
  /** Fields whose cell marks its text with a leading `'`, so that it counts as it stands. */
  literals?: string[]
  /** Moments by field: each identifies a date and time with a zone, also of a cell that is ambiguous. */
  moments?: Record<string, string>
}

export interface TableSections {
  /** Describes the main table, which is the first gear list. */
  read: ReadSection
  mapping: SheetMapping
}

export interface MappedTable extends TableSections {
  rows: MappedRow[]
}

/** Reason why a whole sheet is unusable. The message says what to do. */
export type SheetRefusal =
  | 'missing_required_column'
  | 'no_key_column'
  | 'duplicate_header'
  | 'ambiguous_header'
  | 'ambiguous_sheet'
  | 'no_header'
  | 'no_rows'
  | 'unreadable_file'
  | 'ambiguous_delimiter'
  | 'sheet_moving'

/** Options of a refusal: ways out, and the message without them. */
export interface RefusalOptions extends ErrorOptions {
  advice?: readonly SheetAdvice[]
  fact?: Said
}

export class SheetRefused extends Error {
  override name = 'SheetRefused'
  readonly code: SheetRefusal
  readonly said: Said
  /** The ways out that the message names, the best one first; empty if only a person can find one. */
  readonly advice: readonly SheetAdvice[]
  /** The message without the ways out. */
  readonly fact: Said
  constructor(code: SheetRefusal, said: Said, { advice = [], fact = said, ...options }: RefusalOptions = {}) {
    super(said.message, options)
    this.code = code
    this.said = said
    this.advice = advice
    this.fact = fact
  }
}

/** A link from a source's key to a gear item, with the last synced values. */
export interface Binding {
  keyFold: string
  gearId: string
  base: Record<string, unknown>
  assetTag: string | null
  serialNumber: string | null
  /** Row where the key was seen last. */
  lastRow?: number
  /** Consecutive complete reads without a row, before this one. */
  absences?: number
  isMarked?: boolean
}

/** The row's new binding; only when it changes. */
export interface BindingChange extends Omit<Binding, 'gearId' | 'lastRow' | 'absences' | 'isMarked'> {
  row: number
  table?: number
  /** `null` stands for the id of the item that this row creates. */
  gearId: string | null
}

export interface MissingItem {
  key: string
  gear_id: string
  row_before?: number
  outcome: 'missing'
}

/** A bound item whose row is missing from the sheet; the source's policy marks or deletes it. */
export interface AbsentRow {
  plan: PlanRow
  base: Record<string, unknown> | null
}

/** Reason why missing items are not changed. */
export interface UnchangedReason {
  code: 'sheet_empty' | 'key_unreadable' | 'header_changed' | 'guard_missing'
  detail: string
  sentences?: Sentence[]
}

/** A planned row of the sheet. */
export interface PlannedRow {
  plan: PlanRow
  /** Folded key. It is also set if the plan shows no key. */
  keyFold?: string
  /** Stored when the row is applied. An `unchanged` row can have one too. */
  bind?: BindingChange
}

/** Parts of a plan besides its rows. */
export interface PlanSummary {
  absent: AbsentRow[]
  missing: MissingItem[]
  /** Reason when missing items stay unchanged although the policy would mark or delete them. */
  held: UnchangedReason | null
  /** Questions that rows wait for. */
  questions: PlanQuestion[]
  /** Readings that the next plan is compared with, once this one is applied. */
  readings: Readings
  /** Rows by outcome, and `missing`; without zeros. */
  counts: Record<string, number>
}
