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
export function readCellState(cell: Cell, clearToken: string): CellState {
  if (cell.kind === 'error') return { state: 'error', text: cell.text }
  if (cell.kind === 'blank') return cell.formula ? { state: 'uncalculated', text: '' } : BLANK
  if (cell.kind !== 'text') return { state: 'value', text: cell.text }
  const text = cell.text.trim().replaceAll(/^[\u200b\ufeff]+|[\u200b\ufeff]+$/g, '')
  if (text === '') return BLANK
  if (text.startsWith("'") && isEscaped(text.slice(1), clearToken)) return { state: 'value', text: text.slice(1) }
  if (text.length > LONGEST_WORD && text.length > clearToken.length) return { state: 'value', text: cell.text }
  const lower = text.toLowerCase()
  if (lower === clearToken.toLowerCase()) return { state: 'clear', text }
  if (blanks.has(lower)) return { state: 'token', text }
  if (errors.has(lower) || OTHER_ERROR.test(lower)) return { state: 'error', text }
  return { state: 'value', text: cell.text }
}

/** Whether a text has to carry a leading `'` in a file to come back as itself. */
const isEscaped = (text: string, clearToken: string): boolean =>
  /^[=+\-@\t\r']/.test(text) || text.toLowerCase() === clearToken.toLowerCase() || blanks.has(text.toLowerCase())
