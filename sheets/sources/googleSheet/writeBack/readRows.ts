import { say } from '../../../../contract/sentences/say.ts'
import { toColumnLetter } from '../../../vocabulary/columnLetters.ts'
import { writeBackHeaders } from '../../../cells/writeBackColumns.ts'
import { refuse } from '../../refuse.ts'
import type { RowMessages } from '../../writeBack.ts'
import { clipToTab, readRange } from '../area.ts'
import { chooseTabs, listTabs, type Tab, type TabPart, type Wanted, type WantedTab } from '../listTabs.ts'
import { columnRange, columnsRange, rowRange } from '../ranges.ts'
import type { SheetReads } from '../reads.ts'
import { findColumns, type FoundColumns } from './findColumns.ts'
import { createProtection } from './protection.ts'
import { findFreeColumn, findSpills, requireUnspilled } from './spills.ts'

/** Some 200,000 cells. */
const ROWS_PER_READ = 40_000
/** Number of further rows to search for the header, because rows may have been inserted above it. */
const SEARCHED_ROWS = 100

/** A row of the list, as the sheet has it now. */
export interface ListRow {
  /** From 0. */
  row: number
  key: string
  /** Texts of Kitroom's columns. */
  own: readonly string[]
}

export interface ListView {
  tab: Tab
  headerRow: number
  /** First of Kitroom's columns, from 0. It is set before they are created. */
  ownColumn: number
  hasHeaders: boolean
  rows: ListRow[]
  isProtected: (row: number, column: number) => boolean
}

function findTab(tabs: readonly Tab[], sheetName: string, wanted: WantedTab): Tab {
  const named = tabs.find(({ title }) => title === sheetName)
  if (named) return named
  const [found] = wanted.sheetId === undefined ? [] : chooseTabs(tabs, wanted)
  if (found) return found
  throw refuse(say('tab_gone', { sheet: sheetName }))
}

const toTexts = (rows: readonly (readonly unknown[])[]): string[][] => rows.map((row) => row.map(String))

const widthOf = (rows: readonly (readonly unknown[])[]): number =>
  rows.reduce((widest, row) => Math.max(widest, row.length), 0)

const requireRoom = (ownColumn: number, { columnCount, title }: Tab): number => {
  if (ownColumn + writeBackHeaders.length <= columnCount) return ownColumn
  throw refuse(
    say('no_room_for_columns', {
      sheet: title,
      columns: writeBackHeaders.join(', '),
      count: writeBackHeaders.length,
    }),
  )
}

/** Finds the part of the sheet that has the list. */
function findPart(tab: Tab, { range }: Wanted): TabPart {
  const area = clipToTab(readRange(range), tab)
  if (area) return { ...tab, area }
  throw refuse(say('range_gone', { sheet: tab.title, range: range ?? '' }))
}

/** Reads the key column and some adjacent columns in all rows of the part. */
async function readCells(
  reads: SheetReads,
  tab: TabPart,
  keyColumn: number,
  [from, to]: readonly [number, number],
): Promise<[string[][], string[][]]> {
  const keys: string[][] = []
  const own: string[][] = []
  const letters = [toColumnLetter(from), toColumnLetter(to)] as const
  for (let first = tab.area.firstRow; first < tab.area.endRow; first += ROWS_PER_READ) {
    const end = Math.min(first + ROWS_PER_READ, tab.area.endRow)
    const ranges = [
      columnRange(tab.title, toColumnLetter(keyColumn), first, end),
      columnsRange(tab.title, letters, first, end),
    ]
    const [keyPart = [], ownPart = []] = await reads.values(ranges, 'FORMATTED_VALUE')
    for (const [offset, row] of toTexts(keyPart).entries()) keys[first + offset] = row
    for (const [offset, row] of toTexts(ownPart).entries()) own[first + offset] = row
  }
  return [keys, own]
}

/** Reads the formulas of all rows down to the end of the list, and other cells as values. */
async function readFormulas(reads: SheetReads, tab: TabPart): Promise<unknown[][]> {
  const rows: unknown[][] = []
  for (let first = 0; first < tab.area.endRow; first += ROWS_PER_READ) {
    const end = Math.min(first + ROWS_PER_READ, tab.area.endRow)
    const [part = []] = await reads.values([rowRange(tab.title, first, end)], 'FORMULA')
    for (const [offset, row] of part.entries()) rows[first + offset] = [...row]
  }
  return Array.from(rows, (row) => row ?? [])
}

const ownCells = (texts: readonly string[] = []): string[] => writeBackHeaders.map((_, index) => texts[index] ?? '')

/** Reads the position of the list, its keys and the texts in Kitroom's columns. It needs four reads per 40,000 rows. */
export async function readList(reads: SheetReads, messages: RowMessages, wanted: Wanted): Promise<ListView> {
  await reads.reserve(1)
  const spreadsheet = await reads.layout()
  const tab = findPart(findTab(listTabs(spreadsheet), messages.sheetName, wanted), wanted)
  const { firstRow, endRow } = tab.area
  await reads.reserve(1 + Math.ceil((endRow - firstRow) / ROWS_PER_READ) + Math.ceil(endRow / ROWS_PER_READ))
  const searchedRows = Math.max(firstRow + 1, Math.min(endRow, messages.headerRow + SEARCHED_ROWS))
  const [top = []] = await reads.values([rowRange(tab.title, firstRow, searchedRows)], 'FORMATTED_VALUE')
  const { headerRow, keyColumn, ownColumn: foundColumn }: FoundColumns = findColumns(toTexts(top), messages, tab.area)
  const firstColumn = foundColumn ?? requireRoom(widthOf(top), tab)
  const lastColumn = foundColumn === undefined ? tab.columnCount - 1 : foundColumn + writeBackHeaders.length - 1
  const [keys, own] = await readCells(reads, tab, keyColumn, [firstColumn, lastColumn])
  // Formulas fill cells to the right and below, so those below the list do no harm.
  const spills = await findSpills(reads, tab, (await readFormulas(reads, tab)).slice(0, keys.length))
  if (foundColumn !== undefined) requireUnspilled(spills, foundColumn, headerRow)
  // New columns follow the last column in which any row has a cell, or can get one by a formula.
  const ownColumn =
    foundColumn ?? requireRoom(Math.max(firstColumn + widthOf(own.filter(Boolean)), findFreeColumn(spills)), tab)
  const rows: ListRow[] = []
  for (let row = headerRow + 1; row < Math.max(keys.length, own.length); row++)
    rows.push({ row, key: keys[row]?.[0] ?? '', own: ownCells(foundColumn === undefined ? [] : own[row]) })
  return {
    tab,
    headerRow,
    ownColumn,
    hasHeaders: foundColumn !== undefined,
    rows,
    isProtected: createProtection(spreadsheet, tab),
  }
}
