import type { CellState } from '../cells/cellState.ts'
import { quoteShortened, type Note } from '../cells/parseResult.ts'
import type { Cell, MergedRows } from '../types.ts'

export const ERROR_CELL: Note = {
  code: 'error_cell',
  message: 'The cell shows an error of the spreadsheet. Repair its formula.',
}
export const DITTO_MARK: Note = {
  code: 'ditto_mark',
  message: 'The cell means the value of the row above, which Kitroom does not copy. Write the value itself.',
}
export const UNCALCULATED: Note = {
  code: 'formula_not_calculated',
  message:
    'The cell holds a formula without its value. Open the file in a spreadsheet program and save it, a text file from the workbook it comes from.',
}
export const STRUCK_OUT: Note = {
  code: 'struck_out',
  message:
    'The cell is struck out. Empty it, or take the line through it away; for an item that is gone, set its status.',
}
export const PARTLY_STRUCK_OUT: Note = {
  code: 'struck_out',
  message: 'The text that is struck out was not read. Remove it to see no warning.',
}
const DAMAGED: Note = {
  code: 'damaged_text',
  message:
    'The text was saved or read in a wrong encoding before. Write the cell anew, or save the file as "CSV UTF-8" from the program it comes from.',
}

const ESCAPED: Note = {
  code: 'escaped_text',
  message:
    "The cell holds a code for a character, as web pages have it (&amp; for &), and the sheet does not use them throughout. Write the character itself, or put a ' before the text if it is meant so.",
}
export const REFERENCES_READ: Note = {
  code: 'escaped_text',
  message:
    'Codes such as &amp; were read as the characters that they stand for. Write the characters themselves to see no warning.',
}

/** Creates the note of a cell whose text depends on the encoding. @param readings texts by likely encoding */
const createUnclearTextNote = (readings: readonly { encoding: string; text: string }[]): Note => ({
  code: 'uncertain_encoding',
  message: `The cell reads ${readings.map(({ encoding, text }) => `${quoteShortened(text)} in ${encoding}`).join(', ')}. Set encoding: for this source, or save the file as "CSV UTF-8".`,
})

/** Creates the note of a merged cell whose value can be that of one item, of each or of all together. */
export const createMergedNote = ({ first, last }: MergedRows, field: string, isKey: boolean): Note => ({
  code: 'merged_cell',
  message: `The cell is merged over rows ${first} to ${last}, so whether its ${field} belongs to one of them or to each cannot be told. ${isKey ? 'Split it, and give each row its own.' : 'It is left out, and a stored value stays. Split the cell, and write the value into each row that has it.'}`,
})

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
