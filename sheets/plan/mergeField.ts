import type { KeyField } from '../types.ts'
import { isEmpty, isSame } from './same.ts'

/** `base` is undefined when the field was never synced. */
export interface FieldValues {
  base: unknown
  sheet: unknown
  api: unknown
}

/** `same`: equal. `write`: only the sheet changed. `api_newer`: only the API changed. `both`: both changed, differently. */
export type Merge = 'same' | 'write' | 'api_newer' | 'both'

/** Merges one field. Without a base, an empty field is filled and a different value counts as changed on both sides. */
export function mergeField(field: string, { base, sheet, api }: FieldValues, key: KeyField): Merge {
  if (isSame(field, sheet, api, key)) return 'same'
  if (base === undefined) return isEmpty(api) ? 'write' : 'both'
  if (isSame(field, sheet, base, key)) return 'api_newer'
  return isSame(field, api, base, key) ? 'write' : 'both'
}
