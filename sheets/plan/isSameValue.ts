import { foldCase } from '../../platform/foldText.ts'
import { normaliseList } from '../cells/list.ts'
import { normaliseIdentifier, normaliseLine, normaliseLines } from '../cells/normalise.ts'
import { findFieldKind } from '../vocabulary/fields.ts'
import type { KeyField } from '../types.ts'

/** True for an empty value: absent, null, blank or an empty list. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function normaliseStored(field: string, text: string): string {
  const kind = findFieldKind(field)
  if (kind === 'lines') return normaliseLines(text)
  return kind === 'identifier' ? normaliseIdentifier(text) : normaliseLine(text)
}

function isSameText(field: string, a: string, b: string, key: KeyField): boolean {
  const [left, right] = [normaliseStored(field, a), normaliseStored(field, b)]
  // Tags are compared without case. Serial numbers are too if they are the key.
  if (field === 'asset_tag' || field === key) return foldCase(left) === foldCase(right)
  return left === right
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((member, index) => member === b[index])

/** True when two values would look the same in a sheet. */
export function isSameValue(field: string, a: unknown, b: unknown, key: KeyField): boolean {
  if (a === b) return true
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b)
  if (typeof a === 'string' && typeof b === 'string') return isSameText(field, a, b, key)
  if (Array.isArray(a) && Array.isArray(b)) return isSameList(normaliseList(a), normaliseList(b))
  return false
}
