// The facts of rows that are compared with other rows. The mapped rows themselves are sent at once, since those of a
// large sheet exceed the child's memory. What a comparison finds later is sent as corrections.
import type { CellNote } from '../../contract/control/control.ts'
import type { KeyField, MappedRow } from '../types.ts'
import { CompactTexts } from './compactTexts.ts'
import { foldOther } from './keys.ts'

/** Facts of a row that are compared with other rows. */
export interface RowFacts extends Pick<MappedRow, 'row' | 'table' | 'outcome' | 'reason' | 'keyFold'> {
  /** Folded tag or serial number, whichever is not the key. */
  otherFold?: string
}

type RowState = Pick<MappedRow, 'table' | 'outcome' | 'reason'>

/** Stores facts about each row compactly and builds them at each access. */
export class RowFactList implements Iterable<RowFacts> {
  readonly #rows: number[] = []
  /** Index of each row's state; most rows share a few states. */
  readonly #stateNumbers: number[] = []
  readonly #states: RowState[] = []
  readonly #numbersByState = new Map<string, number>()
  readonly #keys = new CompactTexts()
  readonly #others = new CompactTexts()

  get size(): number {
    return this.#rows.length
  }

  add(row: MappedRow, key: KeyField): void {
    this.#rows.push(row.row)
    this.#stateNumbers.push(this.#numberOf({ table: row.table, outcome: row.outcome, reason: row.reason }))
    this.#keys.add(row.keyFold)
    this.#others.add(foldOther(row, key))
  }

  at(position: number): RowFacts {
    const row = this.#rows[position]
    if (row === undefined) throw new Error(`there is no row at ${position}`)
    return { row, ...this.#stateAt(position), keyFold: this.#keys.at(position), otherFold: this.#others.at(position) }
  }

  keyAt(position: number): string | undefined {
    return this.#keys.at(position)
  }

  otherAt(position: number): string | undefined {
    return this.#others.at(position)
  }

  isSkipped(position: number): boolean {
    return this.#stateAt(position)?.outcome === 'skipped'
  }

  refuse(position: number): void {
    this.#stateNumbers[position] = this.#numberOf({
      table: this.#stateAt(position)?.table,
      outcome: 'refused',
      reason: undefined,
    })
  }

  *[Symbol.iterator](): Generator<RowFacts> {
    for (let position = 0; position < this.size; position++) yield this.at(position)
  }

  #stateAt(position: number): RowState | undefined {
    return this.#states[this.#stateNumbers[position] ?? -1]
  }

  #numberOf(state: RowState): number {
    const name = `${state.table ?? ''} ${state.outcome ?? ''} ${state.reason ?? ''}`
    const known = this.#numbersByState.get(name)
    if (known !== undefined) return known
    this.#numbersByState.set(name, this.#states.length)
    return this.#states.push(state) - 1
  }
}

/** A note that results from comparing rows. An error refuses its row. */
export interface RowCorrection {
  /** Position among the mapped rows, from 0. */
  position: number
  kind: 'error' | 'warning'
  /** Field whose text is the note's `raw`. */
  field: KeyField
  note: Omit<CellNote, 'raw'>
}

/** Applies a correction to a mapped row. */
export function correctRow(row: MappedRow, { kind, field, note: { cell, code, ...rest } }: RowCorrection): void {
  const note: CellNote = { cell, code, raw: row.raw?.[field] ?? String(row.fields[field]), ...rest }
  if (kind === 'warning') row.warnings = [...row.warnings, note]
  else {
    row.outcome = 'refused'
    delete row.reason
    row.errors = [note, ...row.errors]
  }
}
