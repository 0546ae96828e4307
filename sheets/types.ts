import type { CellNote, PlanRow } from '../contract/control.ts'
import type { SheetMapping } from '../contract/explain.ts'
import type { Gear } from '../contract/gear.ts'
import type { GearType } from '../contract/gearFields.ts'
import type { SourceSettings } from './settings.ts'

/** One cell as a reader found it. Delimited text yields `text` and `blank` only. */
export interface Cell {
  /** As the spreadsheet program shows it, untrimmed. */
  text: string
  value: string | number | boolean | Date | null
  kind: 'text' | 'number' | 'date' | 'boolean' | 'error' | 'blank'
  /** The cell's number format, such as `00000` or `#,##0.00 [$EUR]`. */
  numberFormat?: string
  /** True for a formula; with `kind: 'blank'` it was never calculated. */
  formula?: boolean
  /** What a date's format shows, when that is not the whole day. */
  shows?: 'month' | 'part' | 'time'
  /** How much of the text is struck out; struck-out runs are not in `text` unless the whole cell is. */
  struck?: 'some' | 'all'
  /** Whether the text held HTML's character references such as `&amp;`, and whether `text` has what they stand for. */
  references?: 'read' | 'unclear'
  /** What the cell's bytes make in each likely encoding, where that differs; the first is `text`. */
  readings?: { encoding: string; text: string }[]
}

export interface SheetRow {
  /** Number the user sees beside the row, from 1. */
  row: number
  /** First physical line of the record in a text file, from 1. */
  line?: number
  hidden?: boolean
  /** From column A on; cells at the end may be missing. */
  cells: Cell[]
}

export interface Sheet {
  name?: string
  encoding?: string
  /** The encoding's name alone, and why it was chosen. */
  encodingFacts?: { name: string; evidence: string }
  delimiter?: string
  rows: SheetRow[]
  /** Whether the sheet itself is hidden. */
  hidden?: boolean
  /** False for a sheet that was only listed; it has no rows then. */
  isRead?: boolean
  otherSheets?: string[]
  /** Letters of hidden columns. */
  hiddenColumns?: string[]
}

/** What the settings of a source say about its file. */
export interface WantedSheet {
  sheet?: string
  encoding?: string
}

/** Reads one kind of file. */
export interface SheetReader {
  /** Whether this reader knows the file, by its name and first bytes. */
  accepts: (bytes: Uint8Array, name: string) => boolean
  /**
   * The sheets of the file, in its order; text files have one.
   * @param wanted the sheet that the settings name, without which hidden sheets are only listed, with it all others; and the encoding of a text file.
   * @throws SheetRefused unreadable_file and what else the kind of file brings.
   */
  read: (bytes: Uint8Array, wanted: WantedSheet) => Promise<Sheet[]>
}

/** What a column feeds: one field, or a field for each gear type that has it under this header. */
export type ColumnTarget = string | Partial<Record<GearType, string>>

export interface UnknownColumn {
  column: string
  header: string
  /** Field with the most similar header. */
  nearest?: string
}

/** How a sheet was understood; stored with the plan. Column letters are keys. */
export interface ReadSection {
  [more: string]: unknown
  sheet?: string
  sheets_not_read?: string[]
  encoding?: string
  delimiter?: string
  header_row: number
  hidden_columns?: string[]
  /** Number of hidden rows, which are data like all others. */
  hidden_rows?: number
  columns: Record<string, { header: string; field: ColumnTarget }>
  unknown_columns: UnknownColumn[]
  /** Columns that the settings leave out. */
  ignored_columns?: { column: string; header: string }[]
  /** What the cells of a column decided for the whole column: order of dates, decimal mark. */
  inferred?: Record<string, string>
  /** The key column, when it is not the one of the settings. */
  key?: KeyField
  /** By column, the words of fields with a fixed list; only in explanations. */
  words?: Record<string, UsedWord[]>
}

/** A word of the sheet, how often it stands there and what it was taken for. */
export interface UsedWord {
  word: string
  cells: number
  /** Absent for a word that is not known. */
  value?: string
  /** The table that knows it: the project's own, or `values:` of the settings. */
  table?: 'kitroom' | 'settings'
}

export type KeyField = 'asset_tag' | 'serial_number'

/** What becomes of a cell whose column only some gear types have, on a row that does not name its type. */
interface UnsureCell {
  /** Given when the item's type lacks the field. */
  warning: CellNote
  /** Given when it has the field and the cell cannot be read. */
  error?: CellNote
}

/** A row with its cells parsed, not yet compared with anything. Rows without any value are left out. */
export interface MappedRow {
  row: number
  line?: number
  /** Number of its table, where that is not the main one. */
  table?: number
  /** The key as it will be stored. */
  key?: string
  /** The key as it is compared. */
  keyFold?: string
  /** `skipped` is final but for a `group_row` that has a key: it is a row after all when that key is bound. */
  outcome?: 'refused' | 'skipped'
  reason?: string
  /** Parsed values by field, `gear_type` and the key among them. */
  fields: Record<string, unknown>
  /** Fields whose cell is blank. */
  blanks: string[]
  /** Fields whose cell holds the clear token. */
  clears: string[]
  /** Fields that a blank cell clears, when the source says `blank: clear`. */
  emptied?: string[]
  errors: CellNote[]
  warnings: CellNote[]
  /** By field, cells as written, where that is not the parsed value and a later fault may have to name it. */
  raw?: Record<string, string>
  /** How many items the row stands for, where that is more than one and the source says `quantity: expand`. */
  quantity?: number
  /** In a sheet with a column of quantities: the tag as written, and which of how many items of the row this is. */
  stack?: { tag: string; unit: number; of: number }
  /** By field, on rows that do not name their type. */
  unsure?: Record<string, UnsureCell>
}

export interface MappedTable {
  /** The main table: the first list of gear on the sheet. */
  read: ReadSection
  /** All tables. */
  mapping: SheetMapping
  rows: MappedRow[]
}

/** Why a whole sheet cannot be used. The message is a plain sentence that says what to do. */
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

export class SheetRefused extends Error {
  override name = 'SheetRefused'
  readonly code: SheetRefusal
  constructor(code: SheetRefusal, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Ties a key of a source to a gear item, with the values that were last synced. */
export interface Binding {
  keyFold: string
  gearId: string
  /** Last synced values by field; a field that is absent was never synced. */
  base: Record<string, unknown>
  assetTag: string | null
  serialNumber: string | null
  /** Row where the key was seen last. */
  lastRow?: number
  /** Complete reads in a row that had no row for the item, before this one. */
  absences?: number
  /** Whether the item was marked for its absence. */
  isMarked?: boolean
}

/** The binding a row will have once it is applied. Only for rows whose binding is new or differs from the stored one. */
export interface BindingChange extends Omit<Binding, 'gearId' | 'lastRow' | 'absences' | 'isMarked'> {
  row: number
  /** As of the row. */
  table?: number
  /** `null`: the id that the create answers. */
  gearId: string | null
}

export interface JudgeInput {
  table: MappedTable
  settings: SourceSettings
  bindings: Binding[]
  /** Gear ids bound to other sources. */
  ownedByOthers: ReadonlySet<string>
  /** All gear of the account. */
  items: Gear[]
  currency: string
  /** How the sheet was understood when the source was last synced to the end. */
  earlierRead?: ReadSection
}

export interface MissingItem {
  key: string
  gear_id: string
  row_before?: number
  outcome: 'missing'
}

/** A bound item without a row that the source marks or deletes. */
export interface AbsentRow {
  plan: PlanRow
  /** Synced values once it is marked. */
  base: Record<string, unknown> | null
}

/** Why missing items are left alone: a code and a plain sentence. */
export interface Held {
  code: 'sheet_empty' | 'key_unreadable' | 'header_changed' | 'guard_missing'
  detail: string
}

export interface Judged {
  /** In the order of the sheet. */
  rows: PlanRow[]
  /** Items that are marked or deleted: they have no row. */
  absent: AbsentRow[]
  /** Missing items that stay as they are. */
  missing: MissingItem[]
  /** Why missing items stay as they are, when not because of the source's policy. */
  held: Held | null
  /** Rows by outcome, and `missing`; only those that occur. */
  counts: Record<string, number>
  /** To be stored when their row has been applied; rows judged `unchanged` can have one too, and then need no write to the API. */
  bindings: BindingChange[]
}
