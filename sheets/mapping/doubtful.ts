import { contentOf, type CellContent } from '../cells/cellContent.ts'
import type { ColumnRules } from '../cells/columnRules.ts'
import { isNoIdentity, isPartText } from '../cells/identity.ts'
import { normaliseLine } from '../cells/normalise.ts'
import type { Cell } from '../types.ts'
import { contentsOfField } from './fieldContents.ts'

/** Fields that would take any text. */
const checkedFields: ReadonlySet<string> = new Set(['storage_location', 'warranty_provider', 'mount'])
/** Fields that a text without a letter or digit cannot be: a mark such as `└` or `*`. */
const nameFields: ReadonlySet<string> = new Set(['brand', 'model', ...checkedFields])
const HAS_NAME = /[\p{L}\p{N}\p{Extended_Pictographic}]/u
/** Contents that are certain from one cell alone. */
const certain: ReadonlySet<CellContent> = new Set(['yes_no', 'money', 'link', 'plug', 'cover', 'year', 'date'])

/**
 * True for a text that its field hardly means: words in place of a number, or another content than the cells beside it
 * have. Planning writes it only where the item has it already.
 * @param text without an escaping `'`, which makes a cell literal
 */
export function isDoubtful(cell: Cell, text: string, { field, needsNumber }: ColumnRules): boolean {
  if (text !== cell.text) return false
  if (needsNumber !== undefined) {
    const line = normaliseLine(text)
    return needsNumber ? isNoIdentity(line) : isPartText(line)
  }
  if (nameFields.has(field) && !HAS_NAME.test(text)) return true
  if (!checkedFields.has(field)) return false
  const content = contentOf(cell, text.trim())
  return certain.has(content) && !contentsOfField(field).includes(content)
}
