import type { SheetRow } from '../types.ts'
import type { FoundHeader } from './findHeader.ts'
import type { HeaderRow } from './headerRow.ts'
import type { ColumnRange } from './columnRange.ts'

export interface PartRow {
  row: SheetRow
  whole: SheetRow
  /** `heading` means a header without rows below it. */
  role: 'row' | 'repeated_header' | 'heading'
}

export interface TablePart {
  range: ColumnRange
  headerRow: SheetRow
  header: FoundHeader
  read: HeaderRow
  /** Required fields without a header; none for a gear list. */
  missing: string[]
  /** Rows above the header that may have its title. */
  above?: readonly SheetRow[]
  /** True for a list without another one above it. */
  isFirst?: boolean
  rows: PartRow[]
}
