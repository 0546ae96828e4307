import { z } from 'zod'

/** A number format of Google Sheets; `pattern` is in the notation of spreadsheet programs. */
const Format = z.object({ type: z.string(), pattern: z.string() })
export type GoogleFormat = z.output<typeof Format>

const Value = z.union([z.string(), z.number(), z.boolean()])
export type GoogleValue = z.output<typeof Value>

const index = z.int().min(0)

/** Cells of one sheet, as Google sends them. Rows and columns count from 0. */
const Grid = z.object({
  /** Dates are serial numbers. Blank cells are ''. */
  values: z.array(z.array(Value)),
  hiddenRows: z.array(index),
  hiddenColumns: z.array(index),
  /** Each has its first row, the row after its last, its first column and the column after its last. */
  merges: z.array(z.tuple([index, index, index, index])),
  formats: z.array(Format),
  /** By column: the index in `formats` that applies to all its numbers; null if there is none. */
  columnFormats: z.array(index.nullable()),
  /** Columns whose numbers have different formats, by column, then by row. */
  cellFormats: z.record(z.string(), z.array(index.nullable())),
  /** Cells with an error, as row and column. */
  errors: z.array(z.tuple([index, index])),
  /** The range that was read, in A1 notation; missing if the whole sheet was read. */
  range: z.string().optional(),
})
export type GoogleGrid = z.output<typeof Grid>

const Tab = z.object({ title: z.string(), isHidden: z.boolean(), grid: Grid.optional() })
export type GoogleTab = z.output<typeof Tab>

/**
 * A fetched Google Sheet, stored as JSON with the extension `.gsheet`. A sheet without a grid was not read, only
 * listed.
 */
export const GoogleSpreadsheet = z.object({ kitroom_google_sheet: z.literal(1), sheets: z.array(Tab) })
export type GoogleSpreadsheet = z.output<typeof GoogleSpreadsheet>
