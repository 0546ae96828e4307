import { blankWords, errorWords } from '../mapping/cellWords.ts'
import type { Cell } from '../types.ts'

/** What a cell is before anyone asks for its field. `token` is a word for "nothing", `uncalculated` a formula without a stored value. */
export interface CellState {
  state: 'blank' | 'token' | 'clear' | 'error' | 'uncalculated' | 'value'
  /** The text to parse, without the `'` that kept a spreadsheet program from reading it as something else. */
  text: string
}

const split = (lists: readonly string[]): string[] => lists.flatMap((list) => list.split(', ').map((word) => word.toLowerCase()))
const blanks: ReadonlySet<string> = new Set(split(blankWords))
const errors: ReadonlySet<string> = new Set(split(errorWords))
const LONGEST_WORD = Math.max(...[...blanks, ...errors].map((word) => word.length))

/** `Err:502` is how LibreOffice shows an error; a row of # is a column too narrow when it was saved as text. */
const OTHER_ERROR = /^(?:err:\d{3}|#{3,})$/

const BLANK: CellState = { state: 'blank', text: '' }

/** Tells blanks, words for "nothing", the clear token and errors from values. */
export type ReadCell = (cell: Cell) => CellState

/** Reads the cells of one source. `clearToken` clears a field, whatever its case. */
export function createCellReader(clearToken: string): ReadCell {
  const clear = clearToken.toLowerCase()
  const longest = Math.max(LONGEST_WORD, clear.length)
  const isSpecial = (lower: string): boolean => lower === clear || blanks.has(lower)
  return (cell) => {
    if (cell.kind === 'error') return { state: 'error', text: cell.text }
    if (cell.kind === 'blank') return cell.formula ? { state: 'uncalculated', text: '' } : BLANK
    if (cell.kind !== 'text') return { state: 'value', text: cell.text }
    const text = trimCell(cell.text)
    if (text === '') return BLANK
    if (text.startsWith("'")) {
      const rest = text.slice(1)
      return { state: 'value', text: /^[=+\-@\t\r']/.test(rest) || isSpecial(rest.toLowerCase()) ? rest : cell.text }
    }
    if (text.length > longest) return { state: 'value', text: cell.text }
    const lower = text.toLowerCase()
    if (lower === clear) return { state: 'clear', text }
    if (blanks.has(lower)) return { state: 'token', text }
    if (errors.has(lower) || OTHER_ERROR.test(lower)) return { state: 'error', text }
    return { state: 'value', text: cell.text }
  }
}

const isPlain = (code: number): boolean => code > 0x20 && code < 0x7f

/** Trims spaces and marks without width; most texts have none at their ends. */
function trimCell(text: string): string {
  if (isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(text.length - 1))) return text
  return text.replaceAll(/^[\s\u200b\u2060\ufeff]+|[\s\u200b\u2060\ufeff]+$/g, '')
}
