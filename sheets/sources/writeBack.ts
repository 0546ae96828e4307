import type { Sentence } from '../../contract/sentences/sentence.ts'
import type { WriteBackStatus } from '../cells/writeBackColumns.ts'

/** Result of a sync for one row of a sheet. */
export interface RowMessage {
  /** Id of the item; '' for a row without one or with several. */
  gearId: string
  status: WriteBackStatus
  /** A sentence for people, or ''. */
  text: string
  /** Local time in the studio's zone, `2026-11-23T04:10`. */
  at: string
  /** True if the run created or changed the item. */
  isChange: boolean
  /** Another folded key that the row may have: the tag of a row for several items of which one is left. */
  otherKey?: string
}

/**
 * The messages of a run, with the facts that find the list's rows again: rows and columns may have moved since the
 * read.
 */
export interface RowMessages {
  /** Name of the sheet inside the spreadsheet. */
  sheetName: string
  /** Header of the key column, and the column's letters when the sheet was read. */
  key: { header: string; column: string }
  /** Texts of the header row, and its number when the sheet was read, from 1. */
  headers: readonly string[]
  headerRow: number
  /** By folded key. */
  byKey: ReadonlyMap<string, RowMessage>
}

/** A part that a write-back left out. `detail` is a sentence for people. */
export interface WriteBackNote {
  code: 'rows_gone' | 'duplicate_keys' | 'protected_cells' | 'rows_moving'
  detail: string
  sentences?: Sentence[]
}
