import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { read, utils } from '@e965/xlsx'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runSql } from '../../support/database.ts'
import { startLocalStudio, type LocalStudio } from '../../support/localStudio.ts'
import { runCli } from '../../support/cli.ts'
import type { CommandResult } from '../../support/run.ts'

const SHEET = [
  'Our list;;;;;;',
  'Tag;Type;Brand;Model;Price;Bought;Horoscope',
  'C-1;Camera;Leica;M6;"1.200,50";2024-01-31;=1+1',
  ';;;;;;',
  'Lenses;;;;;;',
  'L-1;Lens;Canon;RF 50;-5;30.02.2024;-12',
  'L-2;Lens;Sony;"GM\n35";n/a;;@home',
].join('\r\n')

let studio: LocalStudio
let run: string
const kitroom = (...args: string[]): Promise<CommandResult> => runCli(args, studio.env)
const out = (name: string): string => join(studio.dataFolder, name)

beforeAll(async () => {
  studio = await startLocalStudio('sources:\n  - id: main\n    file: ./main.csv\n')
  studio.write('main.csv', SHEET)
  const appliedRun = JSON.parse((await kitroom('sync', 'apply', 'main', '--yes', '--json')).out) as { plan_id: string }
  run = appliedRun.plan_id
})
afterAll(() => studio.stop())

const HEADER = ['Tag', 'Type', 'Brand', 'Model', 'Price', 'Bought', 'Horoscope']
const REPORT_HEADERS = [
  'Kitroom row',
  'Kitroom key',
  'Kitroom outcome',
  'Kitroom result',
  'Kitroom changes',
  'Kitroom messages',
  'Kitroom gear id',
]

const checkReport = (rows: (string | number | null)[][]): void => {
  expect(rows[0]).toEqual([...HEADER, ...REPORT_HEADERS])
  expect(rows.slice(1).map((row) => row.slice(0, 11).map(String))).toEqual([
    ['C-1', 'Camera', 'Leica', 'M6', '1.200,50', '2024-01-31', "'=1+1", '3', 'C-1', 'create', 'created'],
    ['Lenses', '', '', '', '', '', '', '5', '', 'skipped (group_row)', 'skipped'],
    ['L-1', 'Lens', 'Canon', 'RF 50', '-5', '30.02.2024', '-12', '6', 'L-1', 'refused', 'refused'],
    ['L-2', 'Lens', 'Sony', 'GM\n35', 'n/a', '', "'@home", '7', 'L-2', 'create', 'created'],
  ])
  expect(rows[3]?.[12]).toMatch(/^E6: .*"-5".* \[negative_number\]\nF6: .*"30\.02\.2024".* \[no_such_day\]$/)
  expect(rows[4]?.[12]).toMatch(/^E7: .* \[blank_token\]$/)
  expect(rows[1]?.[13]).toMatch(/^[0-9a-f-]{36}$/)
}

it('CSV: the columns of the sheet, then the result of each row, with formulas escaped', async () => {
  const result = await kitroom('sync', 'show', run, '--out', out('report.csv'))
  expect(result).toMatchObject({ code: 2, out: '' })
  checkReport(parse(readFileSync(out('report.csv')), { bom: true }))
  const printedRun = await kitroom('sync', 'show', run, '--format', 'csv')
  expect(printedRun.out.trim()).toBe(readFileSync(out('report.csv'), 'utf8').trim())
})

it('XLSX: the same content, read by another library', async () => {
  expect((await kitroom('sync', 'show', run, '--out', out('report.xlsx'))).code).toBe(2)
  const { Sheets } = read(readFileSync(out('report.xlsx')))
  const sheet = Object.values(Sheets)[0]
  if (!sheet) throw new Error('no sheet')
  checkReport(utils.sheet_to_json(sheet, { header: 1, defval: '', raw: true }))
})

it('JSON: every row of the plan with its result', async () => {
  await kitroom('sync', 'show', run, '--out', out('report.json'))
  const report = JSON.parse(readFileSync(out('report.json'), 'utf8')) as { rows: { row: number; result: string }[] }
  expect(report.rows.map(({ row, result }) => [row, result])).toEqual([
    [3, 'created'],
    [5, 'skipped'],
    [6, 'refused'],
    [7, 'created'],
  ])
})

it('a report lists items that are missing in the sheet', async () => {
  studio.write('main.csv', SHEET.replace(/\r\nL-2[\s\S]*/, ''))
  const appliedRun = JSON.parse((await kitroom('sync', 'apply', 'main', '--yes', '--json')).out) as { plan_id: string }
  const rows = parse((await kitroom('sync', 'show', appliedRun.plan_id, '--format', 'csv')).out, { bom: true })
  expect(rows.at(-1)?.slice(7, 13)).toEqual(['', 'L-2', 'missing', 'not in the sheet', '', 'was in row 7'])
})

it('the report of an undo run lists its deletions', async () => {
  const undoRun = await kitroom('sync', 'undo', run, '--yes', '--json')
  const { plan_id: id } = JSON.parse(undoRun.out) as { plan_id: string }
  const rows = parse((await kitroom('sync', 'show', id, '--format', 'csv')).out, { bom: true })
  expect(rows[0]).toEqual(expect.arrayContaining(REPORT_HEADERS))
  const outcomes = rows.slice(1).map((row) => row.slice(-REPORT_HEADERS.length).slice(1, 4))
  expect(outcomes).toEqual([
    ['C-1', 'delete', 'deleted'],
    ['L-2', 'delete', 'deleted'],
  ])
})

it('a report has only the columns of Kitroom when the sheet is no longer stored', async () => {
  await runSql(join(studio.dataFolder, 'worker.db'), 'DELETE FROM staged_chunk')
  await runSql(join(studio.dataFolder, 'worker.db'), 'DELETE FROM staged')
  const rows = parse((await kitroom('sync', 'show', run, '--format', 'csv')).out, { bom: true })
  expect(rows[0]).toEqual(REPORT_HEADERS)
  expect(rows.slice(1).map((row) => row.slice(0, 3))).toEqual([
    ['3', 'C-1', 'create'],
    ['5', '', 'skipped (group_row)'],
    ['6', 'L-1', 'refused'],
    ['7', 'L-2', 'create'],
  ])
})

it('a request for an impossible report is explained', async () => {
  expect(await kitroom('sync', 'show', run, '--format', 'xlsx')).toMatchObject({
    code: 1,
    err: 'A workbook needs a file: say --out report.xlsx.\n',
  })
  const unknownRun = await kitroom('sync', 'show', '01a1fc38-0000-7000-8000-000000000000', '--format', 'csv')
  expect(unknownRun).toMatchObject({ code: 1, out: '' })
  expect(unknownRun.err).toContain('[unknown_run]')
})
