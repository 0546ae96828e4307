import type { GoogleGrid, GoogleSpreadsheet } from '../../sheets/googleGrid.ts'
import { SheetRefused } from '../../sheets/types.ts'
import { findErrors } from './errors.ts'
import { readFormats } from './formats.ts'
import { chooseTabs, gridsOf, listTabs, type Tab, type WantedTab } from './listTabs.ts'
import type { SheetReads } from './reads.ts'
import { hasMoved, planBatches, readCells } from './values.ts'

const MAX_ATTEMPTS = 3
const MAX_ROWS = 200_000
/** Reads besides those of values: hidden rows, formats of first rows, formats of mixed columns, errors. */
const OTHER_READS = 4
const READS_PER_BATCH = 3

interface Hideable {
  hiddenByUser?: boolean | null
  hiddenByFilter?: boolean | null
}

const findHidden = (entries: readonly Hideable[] | undefined): number[] =>
  (entries ?? []).flatMap(({ hiddenByUser, hiddenByFilter }, index) => (hiddenByUser === true || hiddenByFilter === true ? [index] : []))

const toMerges = ({ merges, rowCount, columnCount }: Tab): GoogleGrid['merges'] =>
  merges.map((range) => [range.startRowIndex ?? 0, range.endRowIndex ?? rowCount, range.startColumnIndex ?? 0, range.endColumnIndex ?? columnCount])

async function readGrids(reads: SheetReads, tabs: readonly Tab[]): Promise<Map<number, GoogleGrid> | undefined> {
  const batches = planBatches(tabs)
  await reads.reserve(OTHER_READS + READS_PER_BATCH * batches.length)
  const metadata = await reads.metadata(tabs.map(({ title }) => title))
  const cells = await readCells(reads, tabs, batches)
  const tooLong = cells.find(({ values }) => values.length > MAX_ROWS)
  if (tooLong)
    throw new SheetRefused('unreadable_file', `"${tooLong.tab.title}" has more than ${MAX_ROWS.toLocaleString('en')} rows. Split the sheet.`)
  const formats = await readFormats(reads, cells)
  const errors = await findErrors(reads, cells)
  if (await hasMoved(reads, cells, batches)) return undefined
  const grids = new Map<number, GoogleGrid>()
  for (const [index, { tab, values }] of cells.entries()) {
    const [{ rowMetadata, columnMetadata } = {}] = gridsOf(metadata, tab)
    const hidden = { hiddenRows: findHidden(rowMetadata), hiddenColumns: findHidden(columnMetadata) }
    const gridFormats = formats[index] ?? { formats: [], columnFormats: [], cellFormats: {} }
    grids.set(tab.id, { values, ...hidden, merges: toMerges(tab), ...gridFormats, errors: errors[index] ?? [] })
  }
  return grids
}

async function readOnce(reads: SheetReads, wanted: WantedTab): Promise<GoogleSpreadsheet | undefined> {
  await reads.reserve(1)
  const tabs = listTabs(await reads.properties())
  const chosen = chooseTabs(tabs, wanted).filter(({ rowCount, columnCount }) => rowCount > 0 && columnCount > 0)
  const grids = chosen.length === 0 ? new Map<number, GoogleGrid>() : await readGrids(reads, chosen)
  if (!grids) return undefined
  const sheets = tabs.map(({ id, title, isHidden }) => {
    const grid = grids.get(id)
    return { title, isHidden, ...(grid && { grid }) }
  })
  return { kitroom_google_sheet: 1, sheets }
}

/**
 * Reads a spreadsheet's visible sheets, or the wanted one. Reads all again while somebody inserts, deletes or moves rows.
 * @throws SheetRefused `sheet_moving` after three times, GoogleRefused, GoogleUnavailable
 */
export async function readSpreadsheet(reads: SheetReads, wanted: WantedTab): Promise<GoogleSpreadsheet> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const spreadsheet = await readOnce(reads, wanted)
    if (spreadsheet) return spreadsheet
  }
  throw new SheetRefused('sheet_moving', 'Somebody changes the sheet while Kitroom reads it. Sync again when its rows stay where they are.')
}
