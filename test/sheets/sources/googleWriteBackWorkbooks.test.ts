import { afterEach, beforeEach, expect, it } from 'vitest'
import { toRowMessages } from '../../../activities/inventorySync/rowMessages.ts'
import type { PlanRow } from '../../../contract/control/control.ts'
import { foldKey } from '../../../sheets/mapping/keys.ts'
import { toStoredRead } from '../../../sheets/storedRead.ts'
import type { MappedTable } from '../../../sheets/types.ts'
import type { RowMessages } from '../../../sheets/sources/writeBack.ts'
import type { ReportedRow } from '../../../state/sync/planRows.ts'
import type { RunRow } from '../../../state/tables/schema.ts'
import { spreadsheetFromCsv, spreadsheetFromWorkbook } from '../../google/fromFiles.ts'
import type { NewSheet } from '../../google/sheets/storedSheet.ts'
import { fullOrSmall } from '../../support/counts.ts'
import { emptyAccount, fixture, parseHere, planIn, source as createSource, toCsv } from '../support.ts'
import { addressOf, fetchFrom, openGoogleSource, type GoogleSource } from './support/googleSource.ts'
import { readCells, writeTo } from './support/writeBack.ts'

let source: GoogleSource
beforeEach(async () => {
  source = await openGoogleSource()
})
afterEach(() => source[Symbol.asyncDispose]())

/** A row of a report. New items are created. */
const toReportedRow = (row: PlanRow, position: number): ReportedRow => ({
  position,
  outcome: row.outcome,
  action: null,
  body: JSON.stringify(row),
  result: row.outcome === 'create' ? 'created' : null,
  result_gear_id: row.outcome === 'create' ? `00000000-0000-7000-8000-${String(position).padStart(12, '0')}` : null,
  error: null,
  finished_at: null,
})

function messagesFor(table: MappedTable, rows: readonly PlanRow[]): RowMessages {
  const settings = JSON.stringify({ source: createSource(), sources: ['main'] })
  const run = { settings, read: JSON.stringify(toStoredRead(table)), planned_at: '2026-11-23T04:10:00.000Z' } as RunRow
  const messages = toRowMessages(run, rows.map(toReportedRow), 'Europe/Berlin')
  if (!messages) throw new Error('the sheet has no list')
  return messages
}

const workbook = async (name: string): Promise<NewSheet[]> => (await spreadsheetFromWorkbook(fixture(name))).sheets
/** No cell has a line break. */
const rentalLines = fixture('rental-10k.csv').toString().split('\n').slice(0, fullOrSmall(10_001, 1501))
const files: [name: string, sheets: () => Promise<NewSheet[]>][] = [
  ['studio.xlsx', () => workbook('studio.xlsx')],
  ['studio-v2.xlsx', () => workbook('studio-v2.xlsx')],
  ['rental-10k.csv', () => Promise.resolve(spreadsheetFromCsv(rentalLines.join('\n')).sheets)],
]

it.each(files)(
  '%s: what is written is no part of the sheet that is read, from Google or from its download',
  async (_, readFile) => {
    const spreadsheet = source.add(await readFile(), 'writer')
    const before = await fetchFrom(source, addressOf(spreadsheet))
    const table = await parseHere(before.bytes, before.name, createSource(), 'USD')
    const plan = planIn(emptyAccount(), table)
    const messages = messagesFor(table, plan.rows)
    const { rows, notes } = await writeTo(source, spreadsheet, messages)
    const duplicates = messages.byKey.size - rows
    expect(notes.map(({ code }) => code)).toEqual(duplicates > 0 ? ['duplicate_keys'] : [])
    expect(rows).toBeGreaterThan(plan.rows.length / 2)
    source.clock.move(61_000)
    const after = await fetchFrom(source, addressOf(spreadsheet))
    expect(Buffer.from(after.bytes).equals(Buffer.from(before.bytes))).toBe(true)

    const cells = readCells(spreadsheet, messages.sheetName, 40)
    const column = cells[messages.headerRow - 1]?.indexOf('Kitroom ID') ?? -1
    const told = plan.rows.filter(
      ({ outcome, key, errors = [] }) =>
        outcome !== 'skipped' && key !== undefined && errors[0]?.code !== 'duplicate_key',
    )
    expect(told).toHaveLength(rows)
    const statuses = told.map(({ row }) => cells[row - 1]?.[column + 1])
    expect(statuses).toEqual(told.map(({ key = '' }) => messages.byKey.get(foldKey(key))?.status))
    const download = await parseHere(Buffer.from(toCsv(cells)), 'download.csv', createSource(), 'USD')
    expect(download.read.unknown_columns.filter(({ header }) => /Kitroom|Message|Synced/.test(header))).toEqual([])
  },
)
