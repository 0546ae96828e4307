import type { Cell } from '../types.ts'
import { blankTokens, isErrorWord, longestToken, needsEscape, trimCell } from './escape.ts'

/** What a cell is before anyone asks for its field. `token` is a word for "nothing", `uncalculated` a formula without a stored value. */
export interface CellState {
  state: 'blank' | 'token' | 'clear' | 'error' | 'uncalculated' | 'value'
  /** The text to parse, without the `'` that kept a spreadsheet program from reading it as something else. */
  text: string
}

const BLANK: CellState = { state: 'blank', text: '' }

/** Tells blanks, words for "nothing", the clear token and errors from values. */
export type ReadCell = (cell: Cell) => CellState

/** Reads the cells of one source. `clearToken` clears a field, whatever its case. */
export function createCellReader(clearToken: string): ReadCell {
  const clear = clearToken.toLowerCase()
  const longest = Math.max(longestToken, clear.length)
  return (cell) => {
    if (cell.kind === 'error') return { state: 'error', text: cell.text }
    if (cell.kind === 'blank') return cell.formula ? { state: 'uncalculated', text: '' } : BLANK
    if (cell.kind !== 'text') return { state: 'value', text: cell.text }
    const text = trimCell(cell.text)
    if (text === '') return BLANK
    if (text.startsWith("'")) {
      const rest = text.slice(1)
      return { state: 'value', text: needsEscape(rest, clear) ? rest : cell.text }
    }
    if (text.length > longest) return { state: 'value', text: cell.text }
    const lower = text.toLowerCase()
    if (lower === clear) return { state: 'clear', text }
    if (blankTokens.has(lower)) return { state: 'token', text }
    if (isErrorWord(lower)) return { state: 'error', text }
    return { state: 'value', text: cell.text }
  }
}
