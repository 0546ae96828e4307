import { readFileSync } from 'node:fs'
import type { CellNote, PlanRow } from '../../contract/control/control.ts'
import { Gear } from '../../contract/api/gear.ts'
import { writableFields, type GearType } from '../../contract/api/gearFields.ts'
import type { PlanInput } from '../../sheets/plan/planInput.ts'
import { planRows } from '../../sheets/plan/planRows.ts'
import { withoutServices } from '../../sheets/plan/serviceRecords.ts'
import { foldKey } from '../../sheets/mapping/keys.ts'
import { chooseSheet } from '../../sheets/mapping/chooseSheet.ts'
import { mapSheet, mapTable } from '../../sheets/mapping/mapTable.ts'
import { createTableReader, packTable } from '../../sheets/mapping/packTable.ts'
import { readDelimited } from '../../sheets/readers/delimited.ts'
import { readSheets } from '../../sheets/readers/reader.ts'
import type { SheetSettings } from '../../sheets/settings/settings.ts'
import { loadConfig } from '../../config/config.ts'
import type { SourceSettings } from '../../sheets/sources/settings.ts'
import { listBindingNames, listItemNames } from '../../sheets/plan/recordNames.ts'
import { MemoryRecords, type Records } from '../../sheets/records.ts'
import type { Binding, BindingChange, MappedRow, MappedTable, PlanSummary } from '../../sheets/types.ts'
import type { Readings } from '../../sheets/columnReadings.ts'

export const fixture = (name: string): Buffer => readFileSync(new URL(`fixtures/${name}`, import.meta.url))
export const expected = (name: string): unknown => JSON.parse(fixture(`expected/${name}.json`).toString())

/** Settings by the text that they were read from: many tests map thousands of sheets with the same ones. */
const readSettings = new Map<string, SourceSettings>()

/** The settings of a source. @param more lines of its YAML in kitroom.yaml */
export function source(...lines: string[]): SourceSettings {
  const text = ['sources:', '  - id: main', '    file: ./sheet.csv', ...lines.map((line) => `    ${line}`)].join('\n')
  const settings = readSettings.get(text) ?? loadConfig(text).sources[0]
  if (!settings) throw new Error('no source')
  readSettings.set(text, Object.freeze(settings))
  return settings
}

export const toCsv = (rows: readonly (readonly string[])[], delimiter = ','): string =>
  rows
    .map((row) =>
      row.map((value) => (/["\n,;\t]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(delimiter),
    )
    .join('\n')

/** @param timeZone of the studio */
export const mapText = (
  text: string,
  settings: SourceSettings = source(),
  currency = 'USD',
  timeZone = 'UTC',
): MappedTable => mapTable(readDelimited(Buffer.from(text)), settings, { currency, timeZone })

/** Maps like `mapText`, with other texts for some cells. */
export const mapAnswered = (text: string, cells: Readonly<Record<string, string>>): MappedTable =>
  mapTable(readDelimited(Buffer.from(text)), source(), { currency: 'USD', cells })

/**
 * Parses a sheet like `parseSheet`, but in this process, which takes a tenth of its time. Rows are packed and unpacked
 * too.
 * @throws SheetRefused
 */
export async function parseHere(
  bytes: Uint8Array,
  name: string,
  settings: SheetSettings,
  currency: string,
): Promise<MappedTable> {
  const rows = new MemoryRecords<MappedRow>()
  const reader = createTableReader(rows)
  const sheet = chooseSheet(await readSheets(bytes, name, settings), settings)
  for (const chunk of packTable(mapSheet(sheet, settings, { currency, explain: false })))
    for (const line of chunk.trimEnd().split('\n')) reader.add(line)
  const sections = reader.sections()
  if (!sections) throw new Error('the packed table has no end')
  return { ...sections, rows: [...rows] }
}

/** Maps a table of valid items with one more column, which is the one under test. */
export function mapColumn(
  header: string,
  values: readonly string[],
  settings: SourceSettings = source(),
  type = 'camera',
  currency = 'USD',
): MappedTable {
  const rows = values.map((value, index) => [`T-${index + 1}`, type, 'Canon', 'R5', value])
  return mapText(toCsv([['Asset Tag', 'Type', 'Brand', 'Model', header], ...rows]), settings, currency)
}

/** The outcome of a row's field: the codes of the row's faults, else the value, else the codes of the warnings. */
export function outcomeOf(row: MappedRow | undefined, field: string): unknown {
  if (!row) return 'no row'
  if (row.errors.length > 0) return row.errors.map(({ code }) => code).join(' ')
  if (row.fields[field] !== undefined) return row.fields[field]
  return row.warnings.length > 0 ? row.warnings.map(({ code }) => code).join(' ') : null
}

/** The outcome of one cell. @param options.beside the other cells of its column */
export function readCell(
  header: string,
  field: string,
  value: string,
  options: { beside?: string[]; settings?: string[]; type?: string; currency?: string } = {},
): unknown {
  const table = mapColumn(
    header,
    [value, ...(options.beside ?? [])],
    source(...(options.settings ?? [])),
    options.type,
    options.currency,
  )
  return outcomeOf(table.rows[0], field)
}

const withoutMessage = ({ message: _message, sentences: _sentences, ...note }: CellNote): CellNote => note

/** A row of a plan without ids and sentences, as in the files of `expected/`. */
export function withoutIds(row: PlanRow): Record<string, unknown> {
  const { gear_id: _id, errors, warnings, ...fields } = row
  return {
    ...fields,
    ...(errors && { errors: errors.map(withoutMessage) }),
    ...(warnings && { warnings: warnings.map(withoutMessage) }),
  }
}

let lastId = 0
const newId = (): string => `00000000-0000-4000-8000-${String(++lastId).padStart(12, '0')}`

/** A gear item as the API returns it after POST /gear with these fields. */
export function makeGear(fields: Record<string, unknown>): Gear {
  const moment = '2026-01-01T00:00:00.000Z'
  const emptyFields = Object.fromEntries(writableFields(fields['gear_type'] as GearType).map((field) => [field, null]))
  return Gear.parse({
    id: newId(),
    ...emptyFields,
    status: 'available',
    condition: 'good',
    created_at: moment,
    updated_at: moment,
    ...fields,
  })
}

/** The items of an account and the bindings of one source. */
export interface Account {
  items: Gear[]
  bindings: Binding[]
  /** Readings of the columns in the last applied plan. */
  remembered?: Readings
}

export const emptyAccount = (): Account => ({ items: [], bindings: [] })

export interface PlannedRows extends PlanSummary {
  rows: PlanRow[]
  bindings: BindingChange[]
}

function collectPlan(steps: ReturnType<typeof planRows>): PlannedRows {
  const [rows, bindings]: [PlanRow[], BindingChange[]] = [[], []]
  for (;;) {
    const step = steps.next()
    if (step.done) return { ...step.value, rows, bindings }
    if (step.value) rows.push(step.value.plan)
    if (step.value?.bind) bindings.push(step.value.bind)
  }
}

/** @param createRecords where items and bindings are during the plan */
export function planIn(
  account: Account,
  table: MappedTable,
  settings: SourceSettings = source(),
  ownedByOthers: ReadonlySet<string> = new Set(),
  createRecords: <T>() => Records<T> = () => new MemoryRecords(),
  takes?: PlanInput['takes'],
  services?: PlanInput['services'],
): PlannedRows {
  const [bindings, items, rows] = [createRecords<Binding>(), createRecords<Gear>(), createRecords<MappedRow>()]
  for (const binding of account.bindings)
    bindings.add(binding, listBindingNames(binding, table.read.key ?? settings.key))
  for (const item of account.items) items.add(item, listItemNames(item))
  for (const row of table.rows) rows.add(row)
  const { remembered } = account
  const input = { table: { ...table, rows }, settings, bindings, ownedByOthers, items, currency: 'USD' }
  return collectPlan(
    planRows({ ...input, ...(remembered && { remembered }), ...(takes && { takes }), ...(services && { services }) }),
  )
}

export function applyPlan(account: Account, plan: PlannedRows): Account {
  const items = new Map(account.items.map((item) => [item.id, item]))
  const createdIds = new Map<string, string>()
  for (const row of plan.rows) {
    if (row.outcome === 'create' && row.fields) {
      const item = makeGear(withoutServices(row.fields))
      items.set(item.id, item)
      createdIds.set(`${row.row} ${foldKey(row.key ?? '')}`, item.id)
    }
    const itemBefore = row.gear_id === undefined ? undefined : items.get(row.gear_id)
    if (row.outcome === 'update' && row.changed && itemBefore)
      items.set(
        itemBefore.id,
        Gear.parse({
          ...itemBefore,
          ...Object.fromEntries(Object.entries(withoutServices(row.changed)).map(([field, { to }]) => [field, to])),
        }),
      )
  }
  const changes = plan.bindings.map(({ row, ...binding }) => ({
    ...binding,
    gearId: binding.gearId ?? createdIds.get(`${row} ${binding.keyFold}`) ?? '',
  }))
  const [keys, ids] = [new Set(changes.map(({ keyFold }) => keyFold)), new Set(changes.map(({ gearId }) => gearId))]
  const keptBindings = account.bindings.filter(({ keyFold, gearId }) => !keys.has(keyFold) && !ids.has(gearId))
  return { items: [...items.values()], bindings: [...keptBindings, ...changes], remembered: plan.readings }
}

export const editItem = (account: Account, key: string, change: Record<string, unknown>): Account => ({
  ...account,
  items: account.items.map((item) => (item.asset_tag === key ? Gear.parse({ ...item, ...change }) : item)),
})
