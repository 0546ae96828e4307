import type { CellState } from '../cells/cellState.ts'
import { say } from '../../contract/sentences/say.ts'
import { shorten, toNote, type Note } from '../cells/parseResult.ts'
import type { Cell, MergedRows } from '../types.ts'

export const ERROR_CELL = toNote('error_cell', say('error_cell'))
export const DITTO_MARK = toNote('ditto_mark', say('ditto_mark'))
export const UNCALCULATED = toNote('formula_not_calculated', say('formula_not_calculated'))
export const UNCALCULATED_KEY = toNote('formula_not_calculated', say('key_not_calculated'))
export const STRUCK_OUT = toNote('struck_out', say('struck_out'))
export const PARTLY_STRUCK_OUT = toNote('struck_out', say('partly_struck_out'))
const DAMAGED = toNote('damaged_text', say('damaged_text'))
const ESCAPED = toNote('escaped_text', say('escaped_text'))
export const REFERENCES_READ = toNote('escaped_text', say('references_read'))

/** Creates the note of a cell whose text depends on the encoding. @param readings texts by likely encoding */
const createUnclearTextNote = (readings: readonly { encoding: string; text: string }[]): Note => {
  const listed = readings.map(({ encoding, text }) => `"${shorten(text)}" in ${encoding}`).join(', ')
  return toNote('uncertain_encoding', say('encoding_uncertain', { readings: listed }))
}

/** Creates the note of a merged cell whose value can be that of one item, of each or of all together. */
export const createMergedNote = ({ first, last }: MergedRows, field: string, isKey: boolean): Note =>
  toNote(
    'merged_cell',
    say('merged_cell', { first, last, field }),
    isKey ? say('split_merged_key') : say('merged_left_out'),
  )

/** Finds the reason why a cell cannot be read, whatever its field. */
export function findCellFault({ state }: CellState, cell: Cell): Note | undefined {
  switch (state) {
    case 'error':
      return ERROR_CELL
    case 'ditto':
      return DITTO_MARK
    case 'uncalculated':
      return UNCALCULATED
    case 'struck':
      return STRUCK_OUT
    case 'escaped':
      return ESCAPED
    case 'damaged':
      return DAMAGED
    case 'unclear':
      return createUnclearTextNote(cell.readings ?? [])
    case 'blank':
    case 'token':
    case 'clear':
    case 'value':
      return undefined
  }
}
