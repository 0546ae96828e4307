import { z } from 'zod'
import { customFieldTypes } from '../api/customFieldValues.ts'
import { sentences } from '../sentences/sentence.ts'
import { defineControlOperation } from '../operation.ts'
import { RunReason } from './advice.ts'

/** Describes how a file was read: sheet, header row, the field of each column, and the evidence. */
export const ReadSection = z.looseObject({
  header_row: z.int(),
  columns: z.record(z.string(), z.looseObject({ header: z.string(), field: z.unknown() })),
  unknown_columns: z.array(z.unknown()),
})
export type ReadSection = z.output<typeof ReadSection>

/** An own field for a column that no field of Kitroom has. */
export const FieldProposal = z.looseObject({
  name: z.string(),
  label: z.string(),
  type: z.enum(customFieldTypes),
  unit: z.string().optional(),
  choices: z.array(z.string()).optional(),
})
export type FieldProposal = z.output<typeof FieldProposal>

/** The first different texts of a column's cells are `samples`, shortened. Tables without gear have none. */
const columnRef = { column: z.string(), header: z.string(), samples: z.array(z.string()).optional() }

/** One table of a sheet. The schema is loose, because a worker of another version may add members. */
export const TableInfo = z.looseObject({
  table: z.int(),
  /** `gear`: its rows are items. `other`: its rows are ignored. */
  kind: z.enum(['gear', 'other']),
  header_row: z.int(),
  from: z.string(),
  to: z.string(),
  rows: z.int(),
  first_row: z.int().nullable(),
  last_row: z.int().nullable(),
  /** The key column; null if the table is not a list of gear. */
  key: z
    .looseObject({ field: z.string(), column: z.string(), header: z.string(), evidence: z.string(), sentences })
    .nullable(),
  columns: z.array(
    z.looseObject({
      ...columnRef,
      field: z.unknown(),
      evidence: z.string(),
      sentences,
      /** Form that the cells prove, such as `day-month-year`. */
      proven: z.string().optional(),
      /** True if the settings name the field. */
      is_set: z.boolean().optional(),
    }),
  ),
  /** Columns that are not read, with reasons. */
  left_out: z.array(
    z.looseObject({
      ...columnRef,
      reason: z.string(),
      nearest: z.string().optional(),
      /** The field that the header means, and why its cells or another column contradict it. */
      field: z.string().optional(),
      detail: z.string().optional(),
      sentences,
      /** An own field that would hold the column. */
      proposal: FieldProposal.optional(),
    }),
  ),
  /** Title of the table or sheet, if it says that the gear is not on hand. */
  title: z.string().optional(),
  detail: z.string().optional(),
  sentences,
})
export type TableInfo = z.output<typeof TableInfo>

export const UnknownWord = z.looseObject({
  field: z.string(),
  word: z.string(),
  cells: z.int(),
  rows: z.array(z.int()),
  nearest: z.string().optional(),
})
export type UnknownWord = z.output<typeof UnknownWord>

/** A header that the settings name and the sheet lacks. */
export const MissingHeader = z.looseObject({
  /** Setting that names the header: `columns`, `ignore` or `notes_from`. */
  setting: z.string(),
  header: z.string(),
  nearest: z.string().optional(),
})
export type MissingHeader = z.output<typeof MissingHeader>

export const SheetMapping = z.looseObject({
  /** Number of rows in the sheet, including blank ones. */
  rows: z.int(),
  /** Rows by kind: `item`, `blank`, `header`, `group_row` and so on; each row counts once. */
  row_groups: z.record(z.string(), z.int()),
  encoding: z.looseObject({ name: z.string(), evidence: z.string(), sentences }).optional(),
  tables: z.array(TableInfo),
  unknown_words: z.array(UnknownWord),
  missing_headers: z.array(MissingHeader).optional(),
  /** Lines for kitroom.yaml that map the unknown words; empty if there are none. */
  values_block: z.string(),
})
export type SheetMapping = z.output<typeof SheetMapping>

/** Explains how a sheet is read, without a run. With `refused` the other members are empty. */
export const SheetExplanation = z.strictObject({
  source: z.string(),
  file: z.string(),
  read: ReadSection.nullable(),
  mapping: SheetMapping.nullable().optional(),
  /** Rows by result before any comparison: `item`, `refused`, `skipped`. */
  rows: z.record(z.string(), z.int()),
  refused: RunReason.nullable(),
})
export type SheetExplanation = z.output<typeof SheetExplanation>

/** Reads the source's file or the upload and explains it; stores nothing and starts no run. */
export const explainSource = defineControlOperation({
  id: 'explainSource',
  method: 'POST',
  path: '/explain',
  objectType: 'sync',
  summary: 'Explain how a sheet is read',
  scope: 'automation:read',
  body: z.strictObject({ source: z.string(), upload_id: z.string().optional() }),
  reply: { status: 200, body: z.strictObject({ data: SheetExplanation }) },
  errors: ['unknown_source', 'api_unavailable'],
})
