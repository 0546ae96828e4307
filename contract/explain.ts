import { z } from 'zod'
import { defineOperation } from './operation.ts'

/** How the file was understood: which sheet, where the header is, which column feeds which field, and what decided it. */
export const ReadSection = z.looseObject({
  header_row: z.int(),
  columns: z.record(z.string(), z.looseObject({ header: z.string(), field: z.unknown() })),
  unknown_columns: z.array(z.unknown()),
})
export type ReadSection = z.output<typeof ReadSection>

const at = { column: z.string(), header: z.string() }

/** One table of a sheet and what it was read as. Loose: a worker of another version may say more. */
export const TableInfo = z.looseObject({
  /** 1 for the first on the sheet. */
  table: z.int(),
  /** `gear`: its rows are items. `other`: none of its rows is written. */
  kind: z.enum(['gear', 'other']),
  header_row: z.int(),
  /** Letters of its first and last header. */
  from: z.string(),
  to: z.string(),
  /** Rows below its header that are not blank. */
  rows: z.int(),
  first_row: z.int().nullable(),
  last_row: z.int().nullable(),
  /** Column that tells its items apart; null where it is no list of gear. */
  key: z.looseObject({ field: z.string(), ...at, evidence: z.string() }).nullable(),
  columns: z.array(z.looseObject({ ...at, field: z.unknown(), evidence: z.string() })),
  /** Columns that are not read, by name, and why. */
  left_out: z.array(z.looseObject({ ...at, reason: z.string(), nearest: z.string().optional() })),
  /** Its title or the name of its sheet, where that says that the gear is not on hand. */
  title: z.string().optional(),
  /** Why a table is not read as gear. */
  detail: z.string().optional(),
})
export type TableInfo = z.output<typeof TableInfo>

/** A word of a fixed list that is not known. */
export const UnknownWord = z.looseObject({
  field: z.string(),
  word: z.string(),
  cells: z.int(),
  /** The first rows that have it. */
  rows: z.array(z.int()),
  /** Value of the nearest known word. */
  nearest: z.string().optional(),
})
export type UnknownWord = z.output<typeof UnknownWord>

/** A header that the settings name and the sheet does not have. */
export const MissingHeader = z.looseObject({
  /** `columns`, `ignore` or `notes_from`. */
  setting: z.string(),
  header: z.string(),
  /** The header of the sheet that is most like it. */
  nearest: z.string().optional(),
})
export type MissingHeader = z.output<typeof MissingHeader>

/** How each row and column of a sheet was read, and on what evidence. */
export const SheetMapping = z.looseObject({
  /** Rows of the sheet, blank ones too. */
  rows: z.int(),
  /** Rows by what they are: `item`, `blank`, `header`, `group_row` and so on. Each row is counted once. */
  row_groups: z.record(z.string(), z.int()),
  encoding: z.looseObject({ name: z.string(), evidence: z.string() }).optional(),
  tables: z.array(TableInfo),
  unknown_words: z.array(UnknownWord),
  missing_headers: z.array(MissingHeader).optional(),
  /** Lines for kitroom.yaml that name the unknown words; empty when there are none. */
  values_block: z.string(),
})
export type SheetMapping = z.output<typeof SheetMapping>

/** How a sheet is understood, without a run. `refused` says why it cannot be used; then nothing else is known. */
export const SheetExplanation = z.strictObject({
  source: z.string(),
  file: z.string(),
  read: ReadSection.nullable(),
  mapping: SheetMapping.nullable().optional(),
  /** Rows by what they are before anything is compared: `item`, `refused`, `skipped`. */
  rows: z.record(z.string(), z.int()),
  refused: z.strictObject({ code: z.string(), detail: z.string() }).nullable(),
})
export type SheetExplanation = z.output<typeof SheetExplanation>

/** Reads the source's own file, or the upload, and tells what it found. Nothing is kept and no run is made. */
export const explainSource = defineOperation({
  id: 'explainSource',
  method: 'POST',
  path: '/explain',
  objectType: 'sync',
  summary: 'Explain how a sheet is understood',
  body: z.strictObject({ source: z.string(), upload_id: z.string().optional() }),
  reply: { status: 200, body: z.strictObject({ data: SheetExplanation }) },
  errors: [],
})
