import type { ColumnRules } from '../cells/columnRules.ts'
import { say } from '../../contract/sentences/say.ts'
import { currenciesOf } from '../cells/currency.ts'
import { trimCell } from '../cells/escape.ts'
import { rememberTextsOf } from '../cells/rememberTexts.ts'
import type { ReadCell } from '../cells/cellState.ts'
import type { SheetRow } from '../types.ts'
import type { MappedColumn, MappedColumns } from './columns.ts'
import { CURRENCY_HEADERS } from '../vocabulary/currencyHeaders.ts'
import { findFieldKind } from '../vocabulary/fields.ts'
import { toColumnLetter } from '../vocabulary/columnLetters.ts'
import { toLookupKey, toLookupKeys, toLookupWords } from '../vocabulary/lookupKey.ts'

const words: ReadonlySet<string> = toLookupKeys(CURRENCY_HEADERS)

const isCurrencyHeader = (header: string): boolean =>
  words.has(toLookupKey(header)) || toLookupWords(header).some((word) => words.has(word))

/** Column target that is not a field. */
const CURRENCY = 'currency'

/** Returns the currency of an amount as written in the row's currency column. */
export type CurrencyOf = (row: SheetRow, column: number) => string | undefined

const listAmountIndexes = (columns: readonly MappedColumn[]): number[] =>
  columns
    .filter(({ target }) => typeof target === 'string' && findFieldKind(target) === 'money')
    .map(({ index }) => index)

/**
 * Finds currency columns by header or, beside an amount without a currency, by cells. Skips mapped and configured
 * columns.
 */
export function findCurrencyColumns(
  headerRow: SheetRow,
  mapped: MappedColumns,
  items: readonly SheetRow[],
  readCell: ReadCell,
): MappedColumn[] {
  const { columns, notes } = mapped
  const used = new Set([...columns, ...notes, ...(mapped.quantity ? [mapped.quantity] : [])].map(({ index }) => index))
  const ignored = mapped.ignored.map(({ column }) => column)
  const amounts = listAmountIndexes(columns)
  if (amounts.length === 0) return []
  const isCurrency = (index: number): boolean => {
    if (used.has(index) || ignored.includes(toColumnLetter(index))) return false
    const header = headerRow.cells[index]?.text.trim() ?? ''
    if (header !== '') return isCurrencyHeader(header)
    return (
      amounts.includes(index - 1) && items.some((row) => currenciesOf(textAt(row, index, readCell) ?? '').length > 0)
    )
  }
  const width = Math.max(headerRow.cells.length, ...amounts.map((index) => index + 2))
  return Array.from({ length: width }, (_, index) => index)
    .filter(isCurrency)
    .map((index) => ({
      index,
      letter: toColumnLetter(index),
      header: headerRow.cells[index]?.text.trim().replaceAll(/\s+/g, ' ') ?? '',
      target: CURRENCY,
      evidence: say('currency_of_amounts'),
    }))
}

/**
 * Assigns currency columns to amounts. A single one belongs to all amounts; of several, each belongs to the amount to
 * its left, else to the next.
 */
export function createCurrencyOf(
  { columns, currencies }: Pick<MappedColumns, 'columns' | 'currencies'>,
  readCell: ReadCell,
): CurrencyOf {
  const amounts = listAmountIndexes(columns)
  const currencyIndexes = currencies.map(({ index }) => index)
  const byAmount = new Map(
    amounts.map((amount) => [
      amount,
      currencyIndexes.filter((column) => currencyIndexes.length === 1 || findAmountOf(column, amounts) === amount),
    ]),
  )
  return (row, amount) =>
    byAmount
      .get(amount)
      ?.map((column) => textAt(row, column, readCell))
      .find((text) => text !== undefined)
}

const findAmountOf = (column: number, amounts: readonly number[]): number | undefined =>
  amounts.findLast((amount) => amount < column) ?? amounts.find((amount) => amount > column)

function textAt(row: SheetRow, column: number, readCell: ReadCell): string | undefined {
  const cell = row.cells[column]
  const cellState = cell && readCell(cell)
  return cellState && cellState.state !== 'blank' && cellState.state !== 'token' && cellState.state !== 'clear'
    ? trimCell(cellState.text)
    : undefined
}

/** A column has few currencies. A hostile one may have another text in each row. */
const MAX_KNOWN_CURRENCIES = 100

/** Rules of amounts in a currency. Those of one currency are one object, whose results `parseCell` remembers. */
export const withCurrency = rememberTextsOf(
  MAX_KNOWN_CURRENCIES,
  (columnRules: ColumnRules, rowCurrency): ColumnRules => ({ ...columnRules, rowCurrency }),
)
