import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SheetAdvice } from '../../contract/control/advice.ts'
import type { Run } from '../../contract/control/control.ts'
import type { SheetExplanation } from '../../contract/control/explain.ts'
import { startLocalStudio, type LocalStudio } from '../support/localStudio.ts'
import { runCli } from '../support/cli.ts'
import type { CommandResult } from '../support/run.ts'

const SHEET = 'Thing,Produced by\nEOS R5,Canon\nArt 35,Sigma\n'
const NAMED = 'columns: { "Produced by": brand, "Thing": model }'
const DEFAULTS = 'defaults: { gear_type: lens }'

const config = (...lines: string[]): string =>
  ['sources:', '  - id: main', '    file: ./main.csv', ...lines.map((line) => `    ${line}`), ''].join('\n')

let studio: LocalStudio
const sync = (...args: string[]): Promise<CommandResult> => runCli(['sync', ...args], studio.env)
const path = (name: string): string => join(studio.dataFolder, name)

beforeAll(async () => {
  studio = await startLocalStudio(config(NAMED))
  studio.write('main.csv', SHEET)
})
afterAll(() => studio.stop())

const missingType: SheetAdvice[] = [
  {
    kind: 'settings',
    settings: { defaults: { gear_type: 'CHOOSE' } },
    choose: [{ setting: 'defaults.gear_type', values: ['camera', 'lens', 'accessory', 'filter', 'drone'] }],
  },
  { kind: 'add_column', headers: ['Type'] },
]

it('sync explain and sync plan say what to do about a refused sheet, to people and to programs', async () => {
  const explained = await sync('explain', 'main', '--json')
  const { refused } = JSON.parse(explained.out) as SheetExplanation
  expect(refused).toEqual({
    code: 'missing_required_column',
    detail: expect.stringContaining('Add to the source in kitroom.yaml defaults: { gear_type: CHOOSE }.'),
    sentences: expect.arrayContaining([
      { code: 'add_settings', values: { settings: 'defaults: { gear_type: CHOOSE }' } },
      { code: 'or_add_columns', values: { fields: 'gear_type' } },
    ]),
    advice: missingType,
  })
  expect((await sync('explain', 'main')).out).toContain(refused?.detail)

  const planned = await sync('plan', 'main', '--json')
  expect(JSON.parse(planned.out)).toMatchObject(refused ?? {})
  const { runs } = JSON.parse((await sync('status', '--json')).out) as { runs: Run[] }
  expect(runs[0]?.reason).toEqual(refused)
})

it('sync tag gives the items of a list without types their tags, by the settings of a source', async () => {
  const tagged = await sync('tag', path('main.csv'), '--source', 'main', '--out', path('tagged.csv'))
  expect(tagged).toMatchObject({ code: 0 })
  expect(readFileSync(path('tagged.csv'), 'utf8')).toBe(
    'Asset Tag,Thing,Produced by\nKR-0001,EOS R5,Canon\nKR-0002,Art 35,Sigma\n',
  )
  const unknown = await sync('tag', path('main.csv'), '--source', 'nobody', '--out', path('other.csv'))
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('[unknown_source]') })
})

it('CHOOSE as a brand is refused, and following the advice leads to a plan', async () => {
  studio.write('kitroom.yaml', config(NAMED, 'defaults: { brand: CHOOSE }'))
  expect((await sync('explain', 'main')).err).toContain('CHOOSE; write the brand')
  studio.write('kitroom.yaml', config(NAMED, DEFAULTS))
  const withoutKey = JSON.parse((await sync('explain', 'main', '--json')).out) as SheetExplanation
  expect(withoutKey.refused).toMatchObject({
    code: 'no_key_column',
    advice: [{ kind: 'tag' }, { kind: 'add_column', headers: ['Asset Tag'] }],
  })
  studio.write('main.csv', readFileSync(path('tagged.csv'), 'utf8'))
  const plan = await sync('plan', 'main')
  expect(plan).toMatchObject({ code: 0, out: expect.stringContaining('2 to create') })
})
