import type { Note } from '../cells/parsed.ts'

export const ERROR_CELL: Note = { code: 'error_cell', message: 'The cell shows an error of the spreadsheet. Repair its formula.' }
export const UNCALCULATED: Note = {
  code: 'formula_not_calculated',
  message: 'The formula was never calculated. Open the file in a spreadsheet program and save it.',
}
