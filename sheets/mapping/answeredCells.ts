// Cells whose text a person has replaced in a plan. The sheet keeps its own, so the plan names the cells to correct.
import { say } from '../../contract/sentences/say.ts'
import type { Cell, MappedRow, Sheet, SheetRow } from '../types.ts'
import { toColumnIndex } from '../vocabulary/columnLetters.ts'

/** Texts by cell, such as `F12`; an empty one leaves the cell blank. */
export type AnsweredCells = Readonly<Record<string, string>>

const CELL = /^([A-Z]{1,3})(\d+)$/

const toCell = (text: string): Cell =>
  text === '' ? { text, value: null, kind: 'blank' } : { text, value: text, kind: 'text' }

type AnswersOfRow = Map<number, { cell: string; text: string }>

function groupByRow(answers: AnsweredCells): Map<number, AnswersOfRow> {
  const rows = new Map<number, AnswersOfRow>()
  for (const [cell, text] of Object.entries(answers)) {
    const [, letters = '', row = ''] = CELL.exec(cell) ?? []
    const ofRow = rows.get(Number(row)) ?? new Map<number, { cell: string; text: string }>()
    rows.set(Number(row), ofRow.set(toColumnIndex(letters), { cell, text }))
  }
  return rows
}

function replaceCells({ row, line, hidden, cells }: SheetRow, answers: AnswersOfRow): SheetRow {
  const length = Math.max(cells.length, ...[...answers.keys()].map((index) => index + 1))
  const replaced = Array.from({ length }, (_, index) => {
    const answer = answers.get(index)
    return answer ? toCell(answer.text) : (cells[index] ?? toCell(''))
  })
  return { row, cells: replaced, ...(line !== undefined && { line }), ...(hidden !== undefined && { hidden }) }
}

export interface AnsweredSheet {
  sheet: Sheet
  /** Adds a warning for each answered cell of a row, with the text that stands in the sheet. */
  note: (row: Pick<MappedRow, 'row' | 'warnings'>) => void
}

/** Replaces the texts of answered cells. */
export function answerCells(sheet: Sheet, answers: AnsweredCells = {}): AnsweredSheet {
  const byRow = groupByRow(answers)
  if (byRow.size === 0) return { sheet, note: () => undefined }
  const raw = new Map<string, string>()
  const rows = sheet.rows.map((row) => {
    const ofRow = byRow.get(row.row)
    if (!ofRow) return row
    for (const [index, { cell }] of ofRow) raw.set(cell, row.cells[index]?.text ?? '')
    return replaceCells(row, ofRow)
  })
  return {
    sheet: { ...sheet, rows },
    note: ({ row, warnings }) => {
      for (const { cell, text } of byRow.get(row)?.values() ?? []) {
        const said = text === '' ? say('cell_answered_blank') : say('cell_answered', { text })
        warnings.push({ cell, code: 'answered', raw: raw.get(cell) ?? '', ...said })
      }
    },
  }
}
