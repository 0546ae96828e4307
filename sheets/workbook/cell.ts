import { dateToSerial, type Cell as FoundCell, type CellValue } from 'hucre'
import { BLANK, toDateCell, toNumberCell } from '../cells/displayedCell.ts'
import type { Cell } from '../types.ts'

const UNCALCULATED: Cell = Object.freeze({ text: '', value: null, kind: 'blank', formula: true })
const EMPTY_RESULT: Cell = Object.freeze({ text: '', value: null, kind: 'blank', isEmptyResult: true })

/** True for a cell that shows nothing and needs no calculation. */
export const isEmptyCell = (cell: Cell): boolean => cell === BLANK || cell === EMPTY_RESULT

/** True if a format has date letters outside currencies (`[$€-de-DE]`), colours and quoted text. */
const hasDateLetters = (format: string): boolean =>
  /[dmyhs]/i.test(format.replaceAll(/\[\$[^\]]*\]|\[(?![hms]+\])[^\]]*\]|"[^"]*"|\\.|[_*]./gi, ''))

const MAX_SHARED_LENGTH = 40
const MAX_SHARED_CELLS = 50_000

/** Longest format of a cell that Excel accepts. A longer one is an attack and no format. */
const MAX_FORMAT_LENGTH = 255

const shortFormat = (format = ''): string => (format.length > MAX_FORMAT_LENGTH ? '' : format)

/** Creates text cells. Equal short texts share one cell, which saves memory. */
function createTextCells(): (text: string) => Cell {
  const cache = new Map<string, Cell>()
  return (text) => {
    const cachedCell = cache.get(text)
    if (cachedCell) return cachedCell
    const cell: Cell = { text, value: text, kind: 'text' }
    if (text.length <= MAX_SHARED_LENGTH && cache.size < MAX_SHARED_CELLS) cache.set(text, cell)
    return cell
  }
}

export type ToCell = (value: CellValue, cellData: FoundCell | undefined) => Cell

/**
 * @param is1904 date system of the workbook
 * @param needsCalculation true if its program has calculated no formula: a 0 there is no value
 */
export function createCellConverter(is1904: boolean, needsCalculation = false): ToCell {
  const toTextCell = createTextCells()
  return (value, cellData) => {
    const isPlain =
      typeof value === 'string' && value !== '' && cellData?.formula === undefined && cellData?.type !== 'error'
    if (isPlain && !cellData?.richText && !cellData?.style?.font?.strikethrough) return toTextCell(value)
    if (needsCalculation && value === 0 && cellData?.formula !== undefined) return UNCALCULATED
    return withoutStruck(toCell(value, cellData, is1904), cellData)
  }
}

/** Removes struck-out runs of text. A run without a font has the font of its cell. */
function withoutStruck(cell: Cell, cellData: FoundCell | undefined): Cell {
  const isCellStruck = cellData?.style?.font?.strikethrough === true
  if (cell.kind === 'blank' || cell.kind === 'error') return cell
  if (!cellData?.richText) return isCellStruck ? { ...cell, struck: 'all' } : cell
  const remainingRuns = cellData.richText.filter(({ font }) => !(font ? font.strikethrough : isCellStruck))
  if (remainingRuns.length === cellData.richText.length) return cell
  const text = remainingRuns.map((run) => run.text).join('')
  return text.trim() === '' ? { ...cell, struck: 'all' } : { ...cell, text, value: text, struck: 'some' }
}

/**
 * Converts a cell: numbers as displayed, dates as ISO text if the format shows the day.
 * @param cellData format and other data of the cell
 */
function toCell(value: CellValue, cellData: FoundCell | undefined, is1904: boolean): Cell {
  const formula = cellData?.formula !== undefined && { formula: true }
  if (cellData?.type === 'error') return { text: String(value), value: null, kind: 'error', ...formula }
  if (value === null || value === undefined) return formula ? UNCALCULATED : BLANK
  const format = shortFormat(cellData?.style?.numFmt)
  if (value instanceof Date) {
    if (hasDateLetters(format) || format === '')
      return toDateCell(value, format, (isDuration) => dateToSerial(value, is1904 && isDuration), { ...formula })
    return toNumberCell(dateToSerial(value, is1904), format, { ...formula })
  }
  if (typeof value === 'number') return toNumberCell(value, format, { ...formula })
  if (typeof value === 'boolean') return { text: value ? 'TRUE' : 'FALSE', value, kind: 'boolean', ...formula }
  if (value === '') return formula ? EMPTY_RESULT : BLANK
  return { text: value, value, kind: 'text', ...formula }
}
