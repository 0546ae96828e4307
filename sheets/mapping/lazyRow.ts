// Rows of a large sheet. All mapped rows of 450,000 need more memory than the child may use, so such a row holds what is compared with other rows, and
// is mapped again for the rest.
import type { CellNote } from '../../contract/control.ts'
import type { MappedRow } from '../types.ts'

const NO_NOTES: CellNote[] = []

export class LazyRow implements MappedRow {
  readonly row: number
  outcome?: 'refused' | 'skipped'
  reason?: string
  table?: number
  readonly keyFold?: string
  /** Folded tag or serial number, whichever is not the key. */
  readonly otherFold: string | undefined
  readonly #map: () => MappedRow
  /** Undefined where mapping again gives them. */
  #errors: CellNote[] | undefined
  #warnings: CellNote[] | undefined

  /** @param map maps the row again, alike */
  constructor(mapped: MappedRow, otherFold: string | undefined, map: () => MappedRow) {
    this.row = mapped.row
    if (mapped.outcome !== undefined) this.outcome = mapped.outcome
    if (mapped.reason !== undefined) this.reason = mapped.reason
    if (mapped.keyFold !== undefined) this.keyFold = mapped.keyFold
    this.otherFold = otherFold
    this.#errors = mapped.errors.length === 0 ? NO_NOTES : undefined
    this.#warnings = mapped.warnings.length === 0 ? NO_NOTES : undefined
    this.#map = map
  }

  get fields(): MappedRow['fields'] {
    return this.#map().fields
  }

  get blanks(): string[] {
    return this.#map().blanks
  }

  get clears(): string[] {
    return this.#map().clears
  }

  get raw(): Record<string, string> {
    return this.#map().raw ?? {}
  }

  get errors(): CellNote[] {
    return this.#errors ?? this.#map().errors
  }

  set errors(notes: CellNote[]) {
    this.#errors = notes
  }

  get warnings(): CellNote[] {
    return this.#warnings ?? this.#map().warnings
  }

  set warnings(notes: CellNote[]) {
    this.#warnings = notes
  }

  toMappedRow(): MappedRow {
    const { outcome: _outcome, reason: _reason, ...mapped } = this.#map()
    return {
      ...mapped,
      errors: this.#errors ?? mapped.errors,
      warnings: this.#warnings ?? mapped.warnings,
      ...(this.table !== undefined && { table: this.table }),
      ...(this.outcome !== undefined && { outcome: this.outcome }),
      ...(this.reason !== undefined && { reason: this.reason }),
    }
  }
}

/** A row with all properties of its own. */
export const toMappedRow = (row: MappedRow): MappedRow => (row instanceof LazyRow ? row.toMappedRow() : row)
