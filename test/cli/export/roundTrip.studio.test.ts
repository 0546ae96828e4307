import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient, type Client } from '../../../client/client.ts'
import type { PlanRow } from '../../../contract/control/control.ts'
import { createGear } from '../../../contract/api/gear.ts'
import { API_BASE } from '../../../contract/api/operations.ts'
import { startLocalStudio, type LocalStudio } from '../../support/localStudio.ts'
import { createSeededRandom } from '../../support/random.ts'
import { runCli } from '../../support/cli.ts'
import { randomGear, trickyTag } from './texts.ts'

const ITEM_COUNT = 450
const CONFIG = 'sources:\n  - id: csv\n    file: ./out.csv\n  - id: xlsx\n    file: ./out.xlsx\n'
const formats = ['csv', 'xlsx'] as const

let studio: LocalStudio
let api: Client
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

interface Plan {
  counts: Record<string, number>
  missing: unknown[]
  rows: PlanRow[]
}

beforeAll(async () => {
  studio = await startLocalStudio(CONFIG)
  api = createClient({ url: studio.apiUrl + API_BASE, token: studio.account.api_key })
  const random = createSeededRandom(seed)
  console.log(`random items of seed ${seed}`)
  for (let index = 0; index < ITEM_COUNT; index += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, offset) =>
        api.call(createGear, { body: randomGear(trickyTag(index + offset), random) }),
      ),
    )
})
afterAll(async () => {
  await api.close()
  await studio.stop()
})

const kitroom = (...args: string[]) => runCli(args, studio.env)

it.each(formats)('%s: every item is unchanged after export and import', async (format) => {
  const out = join(studio.dataFolder, `out.${format}`)
  const exportedRun = await kitroom('export', 'gear', '--out', out)
  expect(exportedRun).toMatchObject({ code: 0, out: '' })
  const result = await kitroom('sync', 'plan', format, '--json')
  expect(result.err).not.toMatch(/failed/)
  const plan = JSON.parse(result.out) as Plan
  const changedRows = plan.rows.filter(({ outcome }) => outcome !== 'unchanged')
  expect(changedRows, `seed ${seed}`).toEqual([])
  expect(plan.counts).toEqual({ unchanged: ITEM_COUNT })
  // A cell misread as a word for "nothing" would give a warning. Random items may share serial numbers, which also
  // gives one.
  expect(plan.rows.flatMap((row) => row.warnings ?? []).filter(({ code }) => code !== 'same_serial')).toEqual([])
})

it('the CSV has no cell that a spreadsheet program would run, and negative numbers are as they were', () => {
  const text = readFileSync(join(studio.dataFolder, 'out.csv'), 'utf8')
  expect(text).toMatch(/^\ufeffAsset tag,Type,Brand,Model/)
  const cells = parse(text, { bom: true }).flat()
  expect(cells.length).toBeGreaterThan(ITEM_COUNT * 20)
  const isNegative = (cell: string): boolean => /^-(?:0|[1-9]\d*)(?:[.,]\d+)*$/.test(cell)
  expect(cells.filter((cell) => /^\s*[=+\-@\t\r＝＋－＠]/.test(cell) && !isNegative(cell))).toEqual([])
  expect(cells.filter(isNegative)).not.toEqual([])
})

it('an unknown file extension is refused with the known ones', async () => {
  const result = await kitroom('export', 'gear', '--out', join(studio.dataFolder, 'out.pdf'))
  expect(result).toMatchObject({
    code: 1,
    out: '',
    err: '"pdf" is no format that can be written. Give one of: csv, xlsx.\n',
  })
})
