import { say } from '../../../contract/sentences/say.ts'
import type { GoogleGrid, GoogleSpreadsheet } from '../../googleGrid.ts'
import { SheetRefused } from '../../types.ts'
import { refuse } from '../refuse.ts'
import { clipToTab, readRange } from './area.ts'
import { findErrors } from './errors.ts'
import { readFormats } from './formats.ts'
import { chooseTabs, gridsOf, listTabs, type Tab, type TabPart, type Wanted } from './listTabs.ts'
import type { SheetReads } from './reads.ts'
import { hasMoved, planBatches, readCells } from './values.ts'

const MAX_ATTEMPTS = 3
const MAX_ROWS = 200_000
/** Number of reads that do not read values: hidden rows, formats of first rows, formats of mixed columns, errors. */
const OTHER_READS = 4
const READS_PER_BATCH = 3

interface Hideable {
  hiddenByUser?: boolean | null
  hiddenByFilter?: boolean | null
}

/** @param first row or column of the first entry */
const findHidden = (entries: readonly Hideable[] | undefined, first: number): number[] =>
  (entries ?? []).flatMap(({ hiddenByUser, hiddenByFilter }, index) =>
    hiddenByUser === true || hiddenByFilter === true ? [first + index] : [],
  )

const toMerges = ({ merges, area }: TabPart): GoogleGrid['merges'] =>
  merges.flatMap((range): GoogleGrid['merges'] => {
    const [firstRow, endRow] = [
      Math.max(range.startRowIndex ?? 0, area.firstRow),
      Math.min(range.endRowIndex ?? Infinity, area.endRow),
    ]
    const [from, to] = [
      Math.max(range.startColumnIndex ?? 0, area.firstColumn),
      Math.min(range.endColumnIndex ?? Infinity, area.endColumn),
    ]
    return firstRow < endRow && from < to ? [[firstRow, endRow, from, to]] : []
  })

async function readGrids(
  reads: SheetReads,
  tabs: readonly TabPart[],
  range: string | undefined,
): Promise<Map<number, GoogleGrid> | undefined> {
  const batches = planBatches(tabs)
  await reads.reserve(OTHER_READS + READS_PER_BATCH * batches.length)
  const metadata = await reads.metadata(tabs)
  const cells = await readCells(reads, tabs, batches)
  const tooLong = cells.find(({ values }) => values.length > MAX_ROWS)
  if (tooLong)
    throw new SheetRefused('unreadable_file', say('tab_too_long', { sheet: tooLong.tab.title, limit: MAX_ROWS }))
  const formats = await readFormats(reads, cells)
  const errors = await findErrors(reads, cells)
  if (await hasMoved(reads, cells, batches)) return undefined
  const grids = new Map<number, GoogleGrid>()
  for (const [index, { tab, values }] of cells.entries()) {
    const [{ rowMetadata, columnMetadata } = {}] = gridsOf(metadata, tab)
    const { firstRow, firstColumn } = tab.area
    const hidden = {
      hiddenRows: findHidden(rowMetadata, firstRow),
      hiddenColumns: findHidden(columnMetadata, firstColumn),
    }
    const gridFormats = formats[index] ?? { formats: [], columnFormats: [], cellFormats: {} }
    grids.set(tab.id, {
      values,
      ...hidden,
      merges: toMerges(tab),
      ...gridFormats,
      errors: errors[index] ?? [],
      ...(range !== undefined && { range }),
    })
  }
  return grids
}

function outsideOf([only, second]: readonly Tab[], range: string): SheetRefused {
  if (second || !only) return refuse(say('range_outside_all', { range }))
  const { title: sheet, rowCount: rows, columnCount: columns } = only
  return refuse(say('range_outside', { range, sheet, rows, columns }))
}

async function readOnce(reads: SheetReads, wanted: Wanted): Promise<GoogleSpreadsheet | undefined> {
  await reads.reserve(1)
  const tabs = listTabs(await reads.properties())
  const { range } = wanted
  const named = chooseTabs(tabs, wanted)
  const chosen = named.flatMap((tab): TabPart[] => {
    const area = clipToTab(readRange(range), tab)
    return area ? [{ ...tab, area }] : []
  })
  if (range !== undefined && named.length > 0 && chosen.length === 0) throw outsideOf(named, range)
  const grids = chosen.length === 0 ? new Map<number, GoogleGrid>() : await readGrids(reads, chosen, range)
  if (!grids) return undefined
  const sheets = tabs.map(({ id, title, isHidden }) => {
    const grid = grids.get(id)
    return { title, isHidden, ...(grid && { grid }) }
  })
  return { kitroom_google_sheet: 1, sheets }
}

/**
 * Reads a spreadsheet's visible sheets, or the wanted one. Starts again while a person inserts, deletes or moves rows.
 * @throws SheetRefused `sheet_moving` after three attempts, GoogleRefused, GoogleUnavailable
 */
export async function readSpreadsheet(reads: SheetReads, wanted: Wanted): Promise<GoogleSpreadsheet> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const spreadsheet = await readOnce(reads, wanted)
    if (spreadsheet) return spreadsheet
  }
  throw new SheetRefused('sheet_moving', say('sheet_changes'))
}
