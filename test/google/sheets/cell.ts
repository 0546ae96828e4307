import { format as formatWith, getFormatInfo } from 'numfmt'

type NumberFormatType = 'CURRENCY' | 'DATE' | 'DATE_TIME' | 'NUMBER' | 'PERCENT' | 'SCIENTIFIC' | 'TEXT' | 'TIME'

interface NumberFormat {
  type: NumberFormatType
  /** Without it, the pattern that the type has in the locale of the spreadsheet. */
  pattern?: string
}

type ErrorType = 'DIVIDE_BY_ZERO' | 'ERROR' | 'LOADING' | 'NAME' | 'NULL_VALUE' | 'NUM' | 'N_A' | 'REF' | 'VALUE'

export interface Cell {
  /** Dates and times are days since 1899-12-30. `null` is an empty cell. */
  value: boolean | number | string | null
  format?: NumberFormat
  /** Displayed text, where the format does not give it. */
  formatted?: string
  /** @property text what the cell displays, such as `#REF!` */
  error?: { type: ErrorType; text: string; message?: string }
  /** With its `=`. It is never calculated. */
  formula?: string
  /** True if the formula of another cell fills this one. */
  isSpilled?: boolean
}

/** A plain value is a cell without format. */
export type CellInput = Cell | Cell['value']

export const EMPTY_CELL: Cell = Object.freeze({ value: null })

export function toCell(input: CellInput | undefined): Cell {
  if (input === undefined || input === null || input === '') return EMPTY_CELL
  return typeof input === 'object' ? input : { value: input }
}

export const isEmptyCell = ({ value, error }: Cell): boolean => !error && (value === null || value === '')

/** Patterns of types without one, of US English and of locales that write day before month. */
const defaultPatterns: Record<NumberFormatType, string> = {
  CURRENCY: '"$"#,##0.00',
  DATE: 'M/d/yyyy',
  DATE_TIME: 'M/d/yyyy H:mm:ss',
  NUMBER: '#,##0.00',
  PERCENT: '0.00%',
  SCIENTIFIC: '0.00E+00',
  TEXT: '@',
  TIME: 'h:mm:ss AM/PM',
}
const germanPatterns: Partial<Record<NumberFormatType, string>> = {
  CURRENCY: '#,##0.00 "€"',
  DATE: 'dd.MM.yyyy',
  DATE_TIME: 'dd.MM.yyyy HH:mm:ss',
  TIME: 'HH:mm:ss',
}
const britishPatterns: Partial<Record<NumberFormatType, string>> = {
  CURRENCY: '"£"#,##0.00',
  DATE: 'dd/MM/yyyy',
  DATE_TIME: 'dd/MM/yyyy HH:mm:ss',
  TIME: 'HH:mm:ss',
}

function findPattern({ type, pattern }: NumberFormat, locale: string): string {
  if (pattern !== undefined) return pattern
  const ofEnglish = locale === 'en_GB' ? britishPatterns : {}
  const ofLocale = locale.startsWith('de') ? germanPatterns : ofEnglish
  return ofLocale[type] ?? defaultPatterns[type]
}

/** Text that a cell displays. @param locale of the spreadsheet, `en_US` */
export function formatCell(cell: Cell, locale: string): string {
  const { value, format, formatted, error } = cell
  if (error) return error.text
  if (formatted !== undefined) return formatted
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'string') return format?.pattern?.includes('@') ? formatWith(format.pattern, value) : value
  if (format?.type === 'TEXT') return String(value)
  return formatWith(format ? findPattern(format, locale) : 'General', value, {
    locale,
    leap1900: false,
    nbsp: false,
  }).trim()
}

export const isDateCell = ({ format, error }: Cell): boolean =>
  !error && ['DATE', 'DATE_TIME', 'TIME'].includes(format?.type ?? '')

const types: Partial<Record<string, NumberFormatType>> = {
  currency: 'CURRENCY',
  date: 'DATE',
  datetime: 'DATE_TIME',
  percent: 'PERCENT',
  scientific: 'SCIENTIFIC',
  text: 'TEXT',
  time: 'TIME',
}

/** Format of a cell of a workbook. @returns undefined for General */
export function toNumberFormat(pattern: string | undefined): NumberFormat | undefined {
  if (pattern === undefined || pattern === '' || /^general$/i.test(pattern)) return undefined
  const isCurrency = /[$€£¥]/.test(pattern.replaceAll(/\[\$-[^\]]*\]/g, ''))
  return { type: types[getFormatInfo(pattern).type] ?? (isCurrency ? 'CURRENCY' : 'NUMBER'), pattern }
}
