import { lacksField } from '../../../sheets/vocabulary/fields.ts'
import { chooseSheet } from '../../../sheets/mapping/chooseSheet.ts'
import { mapTable } from '../../../sheets/mapping/mapTable.ts'
import { readSheets } from '../../../sheets/readers/reader.ts'
import { SheetRefused } from '../../../sheets/types.ts'
import type { GearType } from '../../../contract/api/gearFields.ts'
import type { PlanRow } from '../../../contract/control/control.ts'
import { applyPlan, emptyAccount, planIn, source, type PlannedRows } from '../support.ts'
import { makeKeptFile } from './makeKeptFile.ts'
import { readTruth, type Truth } from './truth.ts'
import type { KeptSheet } from './keptSheet.ts'

/** Counts of one sheet. A cell is right or wrong if the plan would write it. */
export interface Counts {
  cells: number
  right: number
  refused: number
  asked: number
  /** Cells that the plan would write and that are not true: `row 3 nd_stops: 0.9, true is 3`. */
  wrong: string[]
  /** Cells that are true and are written: `row 3 nd_stops`. */
  rightCells: string[]
  refusal?: string
}

/** Values that say themselves that the item is not on hand, so that creating it is no mistake. */
const AWAY: ReadonlySet<unknown> = new Set(['retired', 'in_use'])

const toText = (value: unknown): string => (Array.isArray(value) ? value.join(';') : String(value))

/** Values that the plan of a row would write. */
function listWritten(row: PlanRow): [string, unknown][] {
  if (row.outcome === 'create') return Object.entries(row.fields ?? {})
  if (row.outcome === 'update') return Object.entries(row.changed ?? {}).map(([field, { to }]) => [field, to])
  return []
}

function countRow(row: PlanRow, truth: Truth | undefined, counts: Counts): void {
  if (row.outcome === 'refused') counts.refused++
  if (row.outcome === 'question') counts.asked++
  const written = listWritten(row)
  if (truth === undefined && written.some(([field, value]) => field === 'status' && AWAY.has(value))) return
  for (const [field, value] of written) {
    const right = truth?.[field]
    if (right === '?') continue
    const text = toText(value)
    if (right === text) counts.rightCells.push(`row ${row.row} ${field}`)
    else counts.wrong.push(`row ${row.row} ${field}: ${text}, true is ${right || 'nothing'}`)
  }
}

function countCells(truths: ReadonlyMap<number, Truth>): number {
  let cells = 0
  for (const truth of truths.values())
    for (const [field, value] of Object.entries(truth))
      if (value !== '' && value !== '?' && !lacksField(truth['gear_type'] as GearType, field)) cells++
  return cells
}

async function planFile(sheet: KeptSheet, grid: KeptSheet['grid'], before: PlannedRows | undefined) {
  const settings = source(...sheet.settings)
  const { bytes, file } = makeKeptFile(sheet, grid)
  const table = mapTable(chooseSheet(await readSheets(bytes, file, settings), settings), settings, {
    currency: sheet.currency,
    timeZone: sheet.zone,
  })
  return planIn(before ? applyPlan(emptyAccount(), before) : emptyAccount(), table, settings)
}

/** Plans a sheet, after its earlier state if it has one, and compares with the truth what would be written. */
export async function evaluate(sheet: KeptSheet): Promise<Counts> {
  const truths = readTruth(sheet)
  const counts: Counts = { cells: countCells(truths), right: 0, refused: 0, asked: 0, wrong: [], rightCells: [] }
  try {
    const before = sheet.earlier && (await planFile(sheet, sheet.earlier, undefined))
    const plan = await planFile(sheet, sheet.grid, before)
    for (const row of plan.rows) countRow(row, truths.get(row.row), counts)
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    counts.refusal = error.code
    counts.refused = truths.size
  }
  counts.right = counts.rightCells.length
  return counts
}
