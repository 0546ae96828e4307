import { isFieldKey } from '../../contract/api/fieldKeys.ts'
import { cellContents, type CellContent } from '../cells/cellContent.ts'
import { findFieldKind, type FieldKind } from '../vocabulary/fields.ts'

const ANY: readonly CellContent[] = cellContents
const WORDS: readonly CellContent[] = ['name', 'code', 'letter', 'sentence', 'cover']

/**
 * Contents that cells of a field can have. What programs convert, such as a tag that became a date, counts as taken:
 * the parser refuses such a cell with the reason.
 */
const byKind: Readonly<Record<FieldKind, readonly CellContent[]>> = {
  identifier: ['code', 'number', 'year', 'date'],
  text: [...WORDS, 'number'],
  lines: ANY,
  money: ['money', 'number', 'year'],
  measure: ['number', 'size', 'year', 'code', 'duration'],
  count: ['number', 'size', 'year', 'duration'],
  date: ['date', 'year', 'number', 'duration', 'size'],
  word: ['name', 'code', 'letter', 'size', 'number', 'year', 'yes_no', 'cover', 'plug'],
  boolean: ['yes_no', 'letter', 'number'],
  list: ['name', 'code', 'letter', 'sentence', 'size', 'plug'],
  length: ANY,
}

const byField: Readonly<Record<string, readonly CellContent[]>> = {
  asset_tag: [...WORDS, 'number', 'year', 'date', 'yes_no'],
  gear_type: [...WORDS, 'size', 'plug', 'number'],
  model: [...WORDS, 'number', 'year', 'size', 'plug', 'date'],
  warranty_provider: ['name', 'code', 'sentence', 'letter', 'number'],
  firmware_version: ['code', 'number', 'year', 'date', 'letter'],
}

/** Fields that would take any text. */
export const openTextFields: ReadonlySet<string> = new Set(['storage_location', 'warranty_provider', 'mount'])
/** Contents that are certain from one cell alone. */
export const certainContents: readonly CellContent[] = ['yes_no', 'money', 'link', 'plug', 'cover', 'year', 'date']

/** Lists the contents that cells of a field can have. @returns every content for a field without an expectation */
export function contentsOfField(field: string): readonly CellContent[] {
  const kind = findFieldKind(field)
  if (kind === 'text' && isFieldKey(field)) return ANY
  return byField[field] ?? (kind === undefined ? ANY : byKind[kind])
}
