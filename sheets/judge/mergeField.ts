import type { KeyField } from '../types.ts'
import { isEmpty, isSame } from './same.ts'

/** `base` is undefined where the field was never synced. */
export interface FieldValues {
  base: unknown
  sheet: unknown
  api: unknown
}

/** `same`: sheet and API agree. `write`: only the sheet changed. `api_newer`: only the API changed. `both`: both did, differently. */
export type Merge = 'same' | 'write' | 'api_newer' | 'both'

/**
 * Compares the three values of a field. Where nothing was ever synced, an empty field of the item is filled,
 * and a value that differs counts as changed on both sides.
 */
export function mergeField(field: string, { base, sheet, api }: FieldValues, key: KeyField): Merge {
  if (isSame(field, sheet, api, key)) return 'same'
  if (base === undefined) return isEmpty(api) ? 'write' : 'both'
  if (isSame(field, sheet, base, key)) return 'api_newer'
  return isSame(field, api, base, key) ? 'write' : 'both'
}
