import { contentOf } from '../cells/cellContent.ts'
import type { ColumnRules } from '../cells/columnRules.ts'
import {
  areNicknames,
  areOneShape,
  isNoIdentity,
  isNoSerial,
  isPartText,
  isPlainCode,
  makersNumbers,
} from '../cells/identity.ts'
import { normaliseLine } from '../cells/normalise.ts'
import type { Cell } from '../types.ts'
import type { ColumnProfile } from './columnProfile.ts'
import { certainContents, contentsOfField, openTextFields } from './fieldContents.ts'

/** Fields that a text without a letter or digit cannot be: a mark such as `└` or `*`. */
const nameFields: ReadonlySet<string> = new Set(['brand', 'model', ...openTextFields])
const HAS_NAME = /[\p{L}\p{N}\p{Extended_Pictographic}]/u

/**
 * True for a text that its field hardly means: words in place of a number, or another content than the cells beside it
 * have. Planning writes it only where the item has it already.
 * @param text without an escaping `'`, which makes a cell literal
 */
export function isDoubtful(cell: Cell, text: string, { field, needsNumber }: ColumnRules): boolean {
  if (text !== cell.text) return false
  if (needsNumber !== undefined) {
    const line = normaliseLine(text)
    if (needsNumber && isPlainCode(line)) return false
    if (!needsNumber) return isPartText(line)
    return isNoIdentity(line) || (makersNumbers.has(field) && isNoSerial(line))
  }
  if (nameFields.has(field) && !HAS_NAME.test(text)) return true
  if (!openTextFields.has(field)) return false
  const content = contentOf(cell, text.trim())
  return certainContents.includes(content) && !contentsOfField(field).includes(content)
}

/** True for identifiers that are built alike, and for tags that are nicknames. */
export function isNamedAlike(field: string, { values }: ColumnProfile): boolean {
  const texts = values.map(({ text }) => text)
  return areOneShape(texts) || (field === 'asset_tag' && areNicknames(texts))
}
