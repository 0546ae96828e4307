// A plan of many records has them on disk. It must be the same plan as in memory.
import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createPlanRecords } from '../../activities/inventorySync/planRecords.ts'
import { createPlanRows } from '../../activities/inventorySync/planStore.ts'
import { listItemNames } from '../../sheets/plan/recordNames.ts'
import type { Records } from '../../sheets/records.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { mapSheet } from '../../sheets/mapping/mapTable.ts'
import { createTableReader, packTable } from '../../sheets/mapping/packTable.ts'
import { readDelimited } from '../../sheets/readers/delimited.ts'
import type { MappedRow } from '../../sheets/types.ts'
import { fullOrSmall } from '../support/counts.ts'
import { createSeededRandom, type Random } from '../support/random.ts'
import { emptyAccount, makeGear, mapText, planIn, source, toCsv, type Account } from '../sheets/support.ts'
import { synced } from '../sheets/planSupport.ts'

const SHEETS = fullOrSmall(3000, 120)
const HEAD = ['Asset Tag', 'Type', 'Brand', 'Model', 'Serial Number', 'Quantity', 'Purchase Price', 'Status', 'Notes']
const SETTINGS = [
  [],
  ['key: serial_number'],
  ['quantity: expand'],
  ['conflicts: sheet_wins'],
  ['conflicts: api_wins', 'blank: clear'],
  ['missing: mark', 'mark: { status: retired }', 'missing_guard: { items: 100, percent: 100 }'],
  ['missing: delete', 'missing_guard: { items: 100, percent: 100 }'],
]

/** Few values, so that some keys collide and some rows find items that others have. */
function randomRow(random: Random, index: number): string[] {
  const mostly = (usual: string, ...others: string[]): string => (random.chance(0.85) ? usual : random.pick(others))
  const numberOf = (): string => (random.chance(0.85) ? String(index) : String(random.int(12)))
  return [
    random.chance(0.03) ? '' : mostly('T-', 't-', "'T-") + numberOf() + (random.chance(0.05) ? '-1' : ''),
    mostly('camera', 'lens', 'spaceship', ''),
    mostly('Canon', 'Sony', ''),
    mostly('R5', 'FX3'),
    mostly(`S-${numberOf()}`, ''),
    mostly('', '1', '2', '3', 'some'),
    mostly('100', '', '200', 'much', '<clear>'),
    mostly('', 'available', 'retired', '<clear>'),
    random.pick(['', 'a', 'b']),
  ]
}

const randomSheet = (random: Random): string => {
  const rows = Array.from({ length: 1 + random.int(14) }, (_, index) => randomRow(random, index))
  return toCsv([HEAD, ...rows.filter(() => random.chance(0.8))])
}

/** An account that a sheet was synced into, with edits, deletions and items that no row has made. */
function randomAccount(random: Random, settings: string[]): Account {
  let account = emptyAccount()
  for (let sync = random.int(3); sync > 0; sync--)
    account = tryTo(() => synced(randomSheet(random), account, settings)) ?? account
  const items = account.items
    .filter(() => random.chance(0.9))
    .map((item) =>
      random.chance(0.3)
        ? { ...item, notes: random.pick(['a', 'b', null]), serial_number: `S-${random.int(12)}` }
        : item,
    )
  const others = Array.from({ length: random.int(4) }, () =>
    makeGear({
      gear_type: 'camera',
      brand: 'Canon',
      model: 'R5',
      asset_tag: `T-${random.int(12)}`,
      serial_number: `S-${random.int(12)}`,
    }),
  )
  const bindings = account.bindings.map((binding) => ({
    ...binding,
    absences: random.int(3),
    isMarked: random.chance(0.2),
  }))
  return { items: [...items, ...others], bindings }
}

/** Undefined for a random sheet that is refused. */
function tryTo<T>(plan: () => T): T | undefined {
  try {
    return plan()
  } catch (error) {
    if (error instanceof Error && error.name === 'SheetRefused') return undefined
    throw error
  }
}

/** The rows of a sheet as the worker stores what the parsing child sends. */
function readPacked(text: string, settings: string[], rows: Records<MappedRow>): MappedRow[] {
  const reader = createTableReader(rows)
  const steps = mapSheet(readDelimited(Buffer.from(text)), source(...settings), { currency: 'USD' })
  for (const line of [...packTable(steps)].join('').trimEnd().split('\n')) reader.add(line)
  expect(reader.sections()).toBeDefined()
  return [...rows]
}

function storedRows(plan: ReturnType<typeof planIn>, account: Account, createRecords: <T>() => Records<T>): unknown[] {
  const items = createRecords<Gear>()
  for (const item of account.items) items.add(item, listItemNames(item))
  const rows = createPlanRows('run', createRecords(), items)
  for (const row of plan.rows) rows.add({ plan: row })
  for (const absent of plan.absent) rows.addAbsent(absent)
  return Array.from({ length: rows.total }, (_, position) => rows.slice(position, position + 1)[0])
}

it(`${SHEETS} random sheets have the same plan in memory and on disk`, () => {
  const outcomes = new Set<string>()
  let planned = 0
  for (let seed = 1; planned < SHEETS; seed++) {
    const random = createSeededRandom(seed)
    const settings = random.pick(SETTINGS)
    const account = randomAccount(random, settings)
    const text = randomSheet(random)
    const table = tryTo(() => mapText(text, source(...settings)))
    if (!table) continue
    const others = new Set(account.items.filter(() => random.chance(0.1)).map(({ id }) => id))
    const inMemory = planIn(account, table, source(...settings), others)
    const records = createPlanRecords(random.int(3))
    expect(readPacked(text, settings, records.create()), `seed ${seed}`).toEqual(table.rows)
    const onDisk = planIn(account, table, source(...settings), others, records.create)
    expect(onDisk, `seed ${seed}`).toEqual(inMemory)
    const memory = createPlanRecords()
    expect(storedRows(onDisk, account, records.create), `seed ${seed}`).toEqual(
      storedRows(inMemory, account, memory.create),
    )
    records[Symbol.dispose]()
    for (const outcome of Object.keys(inMemory.counts)) outcomes.add(outcome)
    planned++
  }
  expect([...outcomes].toSorted()).toEqual(
    expect.arrayContaining(['conflict', 'create', 'delete', 'mark', 'missing', 'refused', 'unchanged', 'update']),
  )
})

it.skipIf(process.platform !== 'linux')(
  'the file of records is deleted while it is open, and readable by its user only',
  () => {
    const openFiles = (): string[] =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return /etilqs.*deleted/.test(readlinkSync(`/proc/self/fd/${fd}`))
        } catch {
          return false
        }
      })
    const records = createPlanRecords(0)
    const texts = records.create<string>()
    for (let index = 0; index < 2000; index++) texts.add('x'.repeat(10_000), [`name ${index}`])
    const [fd] = openFiles()
    expect(fd).toBeDefined()
    expect(statSync(`/proc/self/fd/${fd}`).mode & 0o777).toBe(0o600)
    expect(texts.size).toBe(2000)
    expect(texts.has('name 7')).toBe(true)
    expect(texts.has('name 2000')).toBe(false)
    expect([...texts]).toHaveLength(2000)
    records[Symbol.dispose]()
    expect(openFiles()).toEqual([])
  },
)
