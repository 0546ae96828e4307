import type { ReadCell } from '../cells/cellState.ts'
import { lookUpWord, listWords } from '../cells/words.ts'
import type { Preset } from '../presets.ts'
import type { SheetRow } from '../types.ts'
import type { MappedColumn, MappedColumns } from './columns.ts'
import { toColumnLetter } from '../vocabulary/columnLetters.ts'
import type { ListTitle } from './listTitles.ts'
import { foldHeader, toLookupKey } from '../vocabulary/lookupKey.ts'

/** Headers of columns that are filled for gear that is gone: with a date or a mark. */
const GONE_HEADERS = [
  'sold, sold on, sold at, sold date, date sold, sale date, sold to, retired on, date retired, retirement date, disposed, disposed on, disposal date, date disposed, stolen, stolen on, archived, archived on, decommissioned on',
  'verkauft, verkauft am, verkauft an, verkaufsdatum, ausgemustert, ausgemustert am, entsorgt, entsorgt am, gestohlen, abgang, abgangsdatum',
  'vendu, vendu le, vendu à, date de vente, réformé, réformé le, mis au rebut, date de sortie définitive, vendido, vendido el, fecha de venta, dado de baja, fecha de baja',
  'venduto, venduto il, data di vendita, dismesso, verkocht, verkocht op, sprzedano, data sprzedaży, wycofano, vendido em, data de venda, 売却日, 廃棄日, 报废日期',
]
const headers: ReadonlySet<string> = new Set(GONE_HEADERS.flatMap((list) => list.split(', ').map(toLookupKey)))
const yesNo = listWords('stabilized')

/** Column target that is not a field. */
const NOT_ON_HAND = 'not_on_hand'

/** Finds columns that are filled for gear that is gone, except mapped or configured ones. */
export function findDisposalColumns(
  headerRow: SheetRow,
  { unknown }: Pick<MappedColumns, 'unknown'>,
  preset: Preset | undefined,
): MappedColumn[] {
  const ofPreset = new Set(preset?.goneFrom?.map(foldHeader))
  return headerRow.cells.flatMap((cell, index) => {
    const header = cell.text.trim().replaceAll(/\s+/g, ' ')
    const letter = toColumnLetter(index)
    const isGone =
      (headers.has(toLookupKey(header)) || ofPreset.has(foldHeader(header))) &&
      unknown.some(({ column }) => column === letter)
    return isGone
      ? [{ index, letter, header, target: NOT_ON_HAND, evidence: 'a row with a value there is not on hand' }]
      : []
  })
}

/** Finds the meaning of a row's cells in columns for gear that is gone. @returns undefined if they are empty or say no */
export function readDisposal(
  row: SheetRow,
  columns: readonly MappedColumn[],
  readCell: ReadCell,
): ListTitle | undefined {
  const column = columns.find(({ index }) => {
    const cell = row.cells[index]
    const cellState = cell && readCell(cell)
    return (
      cellState !== undefined &&
      cellState.state !== 'blank' &&
      cellState.state !== 'token' &&
      cellState.state !== 'clear' &&
      lookUpWord(cellState.text, yesNo) !== 'false'
    )
  })
  return column && { text: column.header, says: 'gone' }
}
