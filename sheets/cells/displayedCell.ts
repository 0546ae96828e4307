import type { Cell } from '../types.ts'
import { findDisplayedDatePart, formatCellNumber } from './numberFormat.ts'

/** Shared blank cell; most cells are blank. */
export const BLANK: Cell = Object.freeze({ text: '', value: null, kind: 'blank' })

export function toNumberCell(value: number, format: string, shared: Partial<Cell> = {}): Cell {
  const digits = String(Number(value.toPrecision(15)))
  if (format === '' || format === 'General') return { text: digits, value, kind: 'number', ...shared }
  return { text: formatCellNumber(value, format) ?? digits, value, kind: 'number', numberFormat: format, ...shared }
}

/**
 * Creates a cell with an ISO date if the format shows the day, else with the displayed text.
 * @param serialOf returns the number to format; a duration has the same number in all date systems
 */
export function toDateCell(
  value: Date,
  format: string,
  serialOf: (isDuration: boolean) => number,
  shared: Partial<Cell> = {},
): Cell {
  const iso = Number.isFinite(value.getTime()) ? value.toISOString() : String(value)
  const text = iso.replace(/T00:00:00\.000Z$|(?:\.000)?Z$/, '')
  const shownPart = findDisplayedDatePart(format)
  if (shownPart === 'day') return { text, value, kind: 'date', ...shared }
  return {
    text: formatCellNumber(serialOf(shownPart === 'time'), format) ?? text,
    value,
    kind: 'date',
    shows: shownPart,
    ...shared,
  }
}
