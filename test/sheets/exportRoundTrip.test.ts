import { expect, it } from 'vitest'
import { toCsv as toConsoleCsv } from '../../console/pages/inventory/csv.ts'
import { type Gear, NewGear } from '../../contract/api/gear.ts'
import { isFormula, joinList } from '../../contract/csv.ts'
import { isPlausibleDuration } from '../../sheets/cells/duration.ts'
import { normaliseIdentifier } from '../../sheets/cells/normalise.ts'
import { needsEscape } from '../../sheets/cells/escape.ts'
import { writeCsv } from '../../sheets/write/csv.ts'
import { buildGearTable } from '../../sheets/write/gearTable.ts'
import { createSeededRandom, type Random } from '../support/random.ts'
import { makeGear, parseHere, planIn, source } from './support.ts'

const SEED = Number(process.env['KITROOM_TEST_SEED'] ?? Date.now() % 1_000_000)
const ITEMS = 800

type Writer = 'kitroom export' | 'console'

const STARTS = ['', ' ', '\t', '\n', '\u00a0', '\u3000', '\u200b', "'", "''", '"']
const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '']
const MIDDLES = [
  ['1+1', '5', '1,50', '49 170 1', 'SUM(A1)', 'A1', 'cmd|x', '"q"', '"q', 'a;b', 'a, b', 'x|y', "O'Neill"],
  ['Zoë 🔧', 'e\u0301', 'two  blanks', '２１', '日本', 'line 1\nline 2', '', '2026-03-28', '3-Jan', '0012', '1/2'],
  ['n/a', '#REF!', '<clear>', '12%', '1.5E+10', 'TRUE', '&amp;', 'Brand', '24 months', '"', 'GrÃ¶ÃŸe', 'Loading...'],
].flat()

/** Such as an error, a ditto mark or a date. */
const isReadAsOther = (text: string): boolean =>
  !isFormula(text) &&
  !text.startsWith("'") &&
  (needsEscape(text, '<clear>') || isPlausibleDuration(normaliseIdentifier(text)))

/** One to three parts: a start, a sign and a middle each. */
function makeText(random: Random, between: readonly string[]): string {
  const parts = Array.from({ length: 1 + random.int(3) }, () =>
    [random.pick(STARTS), random.pick(SIGNS), random.pick(MIDDLES)].join(''),
  )
  return parts.join(random.pick(between))
}

/** An item as the API would accept it. */
function makeItem(random: Random, tag: string, writer: Writer): Gear {
  const toLine = (text: string): string => text.replaceAll(/[\t\n]/g, ' ')
  const makeLine = (): string => toLine(makeText(random, ['', ' ']))
  for (;;) {
    const item = NewGear.safeParse({
      gear_type: 'accessory',
      brand: makeLine(),
      model: makeLine(),
      asset_tag: tag,
      serial_number: `${makeLine()}${tag}`,
      storage_location: makeLine(),
      notes: makeText(random, ['', ' ', '\n', '\t']),
      warranty_provider: makeLine(),
      purchase_price: random.pick([0, 5, 24.1, 1299.5]),
      purchase_date: '2026-03-28',
      compatible_with: Array.from({ length: 1 + random.int(3) }, makeLine),
    })
    if (!item.success) continue
    const { purchase_date: _day, ...fields } = item.data
    const texts = Object.values(fields).map((value) => (Array.isArray(value) ? joinList(value) : String(value)))
    // Only the export for a sync escapes what the reader of sheets takes for something else than a formula.
    if (writer === 'console' && texts.some(isReadAsOther)) continue
    return makeGear(item.data)
  }
}

const writers: Record<Writer, (items: readonly Gear[]) => Promise<string> | string> = {
  'kitroom export': async (items) => (await Array.fromAsync(writeCsv(buildGearTable(items, '<clear>')))).join(''),
  console: toConsoleCsv,
}

it.each(Object.keys(writers) as Writer[])(`syncing a file of %s changes nothing (seed ${SEED})`, async (writer) => {
  const random = createSeededRandom(SEED)
  const items = Array.from({ length: ITEMS }, (_, index) => makeItem(random, `T-${index}`, writer))
  const table = await parseHere(Buffer.from(await writers[writer](items)), 'inventory.csv', source(), 'USD')
  const plan = planIn({ items, bindings: [] }, table)
  expect(plan.rows.filter(({ outcome, errors, warnings }) => outcome !== 'unchanged' || errors || warnings)).toEqual([])
  expect(plan.counts).toEqual({ unchanged: ITEMS })
})
