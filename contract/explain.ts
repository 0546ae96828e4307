import { z } from 'zod'
import { defineOperation } from './operation.ts'

/** How the file was understood: which sheet, where the header is, which column feeds which field, and what decided it. */
export const ReadSection = z.looseObject({
  header_row: z.int(),
  columns: z.record(z.string(), z.looseObject({ header: z.string(), field: z.unknown() })),
  unknown_columns: z.array(z.unknown()),
})
export type ReadSection = z.output<typeof ReadSection>

/** How a sheet is understood, without a run. `refused` says why it cannot be used; then nothing else is known. */
export const SheetExplanation = z.strictObject({
  source: z.string(),
  file: z.string(),
  read: ReadSection.nullable(),
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
  tag: 'Sync',
  summary: 'Explain how a sheet is understood',
  body: z.strictObject({ source: z.string(), upload_id: z.string().optional() }),
  reply: { status: 200, body: z.strictObject({ data: SheetExplanation }) },
  errors: [],
})
