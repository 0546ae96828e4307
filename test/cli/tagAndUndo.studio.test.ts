import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../contract/control/control.ts'
import { startLocalStudio, type LocalStudio } from '../support/localStudio.ts'
import { runCli } from '../support/cli.ts'
import type { CommandResult } from '../support/run.ts'

const CONFIG = 'sources:\n  - { id: main, file: ./main.csv, missing: delete }\n'
const SHEET = 'Type,Brand,Model\r\ncamera,Leica,M6\r\ncamera,Canon,R5\r\nlens,Canon,RF 50\r\n'

let studio: LocalStudio
const sync = (...args: string[]): Promise<CommandResult> => runCli(['sync', ...args], studio.env)

beforeAll(async () => {
  studio = await startLocalStudio(CONFIG)
  studio.write('plain.csv', SHEET)
})
afterAll(() => studio.stop())

const path = (name: string): string => join(studio.dataFolder, name)

it('sync tag tags a copy of a sheet and leaves the sheet unchanged', async () => {
  const result = await sync('tag', path('plain.csv'), '--out', path('main.csv'))
  expect(result).toMatchObject({ code: 0, err: expect.stringContaining('Written: ') })
  expect(readFileSync(path('plain.csv'), 'utf8')).toBe(SHEET)
  expect(readFileSync(path('main.csv'), 'utf8')).toBe(
    'Asset Tag,Type,Brand,Model\r\nKR-0001,camera,Leica,M6\r\nKR-0002,camera,Canon,R5\r\nKR-0003,lens,Canon,RF 50\r\n',
  )
  const sameFileRun = await sync('tag', path('plain.csv'), '--out', path('plain.csv'))
  expect(sameFileRun).toMatchObject({ code: 1, err: expect.stringContaining('--out must name another file') })
  studio.write('book.xlsx', 'PK')
  const workbook = await sync('tag', path('book.xlsx'), '--out', path('copy.xlsx'))
  expect(workbook).toMatchObject({ code: 1, err: expect.stringContaining('Insert a column "Asset Tag" yourself') })
})

it('sync approve requires the number of deletions, and sync undo reverts a run', async () => {
  expect((await sync('apply', 'main', '--yes')).code).toBe(0)
  studio.write('main.csv', 'Asset Tag,Type,Brand,Model\r\nKR-0001,camera,Leica,M6\r\nKR-0002,camera,Canon,R5 II\r\n')
  const firstRun = await sync('apply', 'main', '--yes', '--json')
  expect(firstRun.code).toBe(0)
  const { run } = JSON.parse(firstRun.out) as { run: Run }
  expect(run.results).toEqual({ updated: 1, unchanged: 1 })

  const unnamed = await sync('apply', 'main', '--yes')
  expect(unnamed).toMatchObject({ code: 1, err: expect.stringContaining('[deletes_not_confirmed]') })
  expect(unnamed.out).toContain('Deleting cannot be undone. To approve it, name how many items: --deletes 1')
  expect((await sync('approve', 'main', '--deletes', 'x')).err).toContain('--deletes needs the number')
  const namedRun = await sync('approve', 'main', '--deletes', '1')
  expect(namedRun).toMatchObject({ code: 0, out: expect.stringContaining('2 unchanged') })
  expect(namedRun.out).toContain('1 deleted')

  expect((await sync('undo', run.run_id)).err).toContain('No terminal to ask on')
  const undoRun = await sync('undo', run.run_id, '--yes')
  expect(undoRun.code).toBe(0)
  expect(undoRun.out).toMatch(/~ row 3 {5}update KR-0002\n {6}model: R5 II → R5\n/)
  expect(undoRun.out).toContain('Sync is done: 1 updated.')
})
