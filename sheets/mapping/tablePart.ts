import type { SheetRow } from '../types.ts'
import type { FoundHeader } from './findHeader.ts'
import type { HeaderRow } from './headerRow.ts'
import type { ListTitle } from './listTitles.ts'
import type { Strip } from './strip.ts'

/** A row of a table, and the whole row of the sheet that it is cut from. */
export interface PartRow {
  row: SheetRow
  whole: SheetRow
  /** `heading` is a row that reads like a header and has no rows below it. */
  role: 'row' | 'repeated_header' | 'heading'
}

/** One table of a sheet, as it was found: nothing is mapped yet. */
export interface TablePart {
  strip: Strip
  headerRow: SheetRow
  header: FoundHeader
  read: HeaderRow
  /** Required fields that its header does not name; a list of gear names all. */
  missing: string[]
  /** What the rows right above its header say of its gear. */
  title?: ListTitle
  /** Every row below its header that belongs to it, blank ones too. */
  rows: PartRow[]
}
