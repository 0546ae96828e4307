import type { Cell } from '../types.ts'
import { isChangedWhenTyped } from './converted.ts'
import {
  isBlankWord,
  isWronglyDecoded,
  isDitto,
  isErrorWord,
  longestTokenLength,
  needsEscape,
  trimCell,
} from './escape.ts'
import { rememberTexts } from './rememberTexts.ts'

/**
 * State of a cell before its field is known. `token`: a word for "nothing"; `ditto`: a mark for the value above;
 * `struck`: completely struck out; `unclear`: likely encodings give different texts; `escaped`: unexpected references;
 * `damaged`: decoded with a wrong encoding earlier.
 */
export interface CellState {
  state:
    | 'blank'
    | 'token'
    | 'ditto'
    | 'clear'
    | 'error'
    | 'uncalculated'
    | 'struck'
    | 'unclear'
    | 'escaped'
    | 'damaged'
    | 'value'
  /** Text to parse, without an escaping `'`. */
  text: string
}

const BLANK: CellState = { state: 'blank', text: '' }

/** Distinguishes values from blanks, words for "nothing", the clear token and errors. */
export type ReadCell = (cell: Cell) => CellState

/** Longer texts rarely repeat. */
const MAX_KNOWN_LENGTH = 40
const MAX_KNOWN_TEXTS = 1000

/** @param clearToken clears a field; compared without case */
export function createCellReader(clearToken: string): ReadCell {
  const readText = createTextReader(clearToken)
  const readKnownText = rememberTexts(MAX_KNOWN_TEXTS, readText)
  return (cell) => {
    if (cell.readings) return { state: 'unclear', text: cell.text }
    if (cell.references === 'unclear') return { state: 'escaped', text: cell.text }
    if (cell.struck === 'all') return { state: 'struck', text: cell.text }
    if (cell.kind === 'error') return { state: 'error', text: cell.text }
    if (cell.kind === 'blank') return cell.formula ? { state: 'uncalculated', text: '' } : BLANK
    if (cell.kind !== 'text') return { state: 'value', text: cell.text }
    return cell.text.length <= MAX_KNOWN_LENGTH ? readKnownText(cell.text) : readText(cell.text)
  }
}

function createTextReader(clearToken: string): (cellText: string) => CellState {
  const clear = clearToken.toLowerCase()
  const maxTokenLength = Math.max(longestTokenLength, clear.length)
  const readWord = (cellText: string, text: string): CellState => {
    if (text.length > maxTokenLength) return { state: 'value', text: cellText }
    const lower = text.toLowerCase()
    if (lower === clear) return { state: 'clear', text }
    if (isBlankWord(lower)) return { state: 'token', text }
    if (isDitto(lower)) return { state: 'ditto', text }
    if (isErrorWord(lower, text)) return { state: 'error', text }
    return { state: 'value', text: cellText }
  }
  return (cellText) => {
    const text = trimCell(cellText)
    if (text === '') return BLANK
    if (text.startsWith("'") && text !== "''") {
      const unescaped = text.slice(1)
      const isEscaped = needsEscape(unescaped, clear) || isChangedWhenTyped(unescaped)
      return { state: 'value', text: isEscaped ? unescaped : cellText }
    }
    if (isWronglyDecoded(text)) return { state: 'damaged', text }
    return FORMULA.test(text) ? readFormulaText(text) : readWord(cellText, text)
  }
}

/**
 * Matches a formula: a reference, function, text or number follows the `=`. Other texts may start with `=` too, such as
 * `=> see box` or `== new ==`.
 */
const FORMULA = /^=\s*(?:"|[-+(]*\$?[a-z]{1,3}\$?\d+\b|[-+(]*[a-z][a-z.]+\(|[\d.]+$)/i
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/

/** `="00124"` shows its text. The file lacks the value of any other formula. */
function readFormulaText(text: string): CellState {
  const shownText = TEXT_FORMULA.exec(text)?.[1]
  if (shownText === undefined) return { state: 'uncalculated', text }
  return trimCell(shownText) === '' ? BLANK : { state: 'value', text: shownText.replaceAll('""', '"') }
}
