import type { Said } from '../../contract/sentences/say.ts'
import { normaliseIdentifier } from '../cells/normalise.ts'
import { foldCase } from '../../platform/foldText.ts'
import type { KeyField, MappedRow } from '../types.ts'
import type { MappedColumn } from './columns.ts'

export interface KeyColumn {
  field: KeyField
  column: MappedColumn
  /** Reason, for people. */
  evidence: Said
}

/** Folds a key: `KR-1` equals `kr-1 `, not `KR-01`. */
export const foldKey = (text: string): string =>
  /^[\x21-\x7e]+$/.test(text) ? text.toLowerCase() : foldCase(normaliseIdentifier(text))

export const findOtherKey = (key: KeyField): KeyField => (key === 'asset_tag' ? 'serial_number' : 'asset_tag')

/** Returns the folded tag or serial number, whichever is not the key. */
export function foldOther(row: MappedRow, key: KeyField): string | undefined {
  const value = row.fields[findOtherKey(key)]
  return typeof value === 'string' ? foldKey(value) : undefined
}
