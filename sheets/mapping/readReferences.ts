import { decodeReferences, hasBareAmpersand, hasReference } from '../cells/characterReference.ts'
import type { Cell, Sheet } from '../types.ts'

const isReferring = ({ kind, text }: Cell): boolean => kind === 'text' && hasReference(text) && !text.trimStart().startsWith("'")

/**
 * Decodes character references in a sheet that was exported for the web, with every `&` escaped. If the sheet also has a bare `&`, references
 * are ambiguous, and their cells are marked `unclear`.
 */
export function readReferences(sheet: Sheet): Sheet {
  const texts = sheet.rows.flatMap(({ cells }) => cells.filter(({ kind, text }) => kind === 'text' && text.includes('&')))
  if (!texts.some(isReferring)) return sheet
  const isEscaped = !texts.some(({ text }) => hasBareAmpersand(text))
  const read = (cell: Cell): Cell => {
    if (!isReferring(cell)) return cell
    const text = decodeReferences(cell.text)
    return isEscaped && !hasReference(text) ? { ...cell, text, value: text, references: 'read' } : { ...cell, references: 'unclear' }
  }
  return { ...sheet, rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.map(read) })) }
}
