// Advice for a list whose header lacks columns, has unknown names, or is missing.
import { CHOOSE, type SheetAdvice } from '../../contract/control/advice.ts'
import { gearTypes } from '../../contract/api/gearFields.ts'
import { headerNames } from '../../contract/sentences/ways.ts'
import { normaliseLine } from '../cells/normalise.ts'
import type { Cell, SheetRow } from '../types.ts'
import type { HeaderReader } from './headerRow.ts'
import { suggestColumns, type ColumnsToSuggest, type SuggestedColumns } from './suggestColumns.ts'

type RequiredField = 'gear_type' | 'brand' | 'model'

const nameOf = (field: string): string => headerNames[field] ?? field

/** Creates the advice that names columns for missing fields, and defaults for those that no column fits. */
function adviseFields(
  missing: readonly string[],
  columns: SuggestedColumns,
  headers: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
  titleType?: string,
): SheetAdvice[] {
  const isNamed = (field: string): boolean => columns.has(field as RequiredField)
  const named = Object.fromEntries([...columns].map(([field, index]) => [normaliseLine(headers[index] ?? ''), field]))
  const unnamed = missing.filter((field) => !isNamed(field))
  const defaults: Record<string, string> = {}
  const settings: Record<string, unknown> = { ...more }
  if (Object.keys(named).length > 0) settings['columns'] = named
  const addition: SheetAdvice = { kind: 'add_column', headers: unnamed.map(nameOf) }
  // A model belongs to one item, so it has no default, and without it the other defaults help nothing.
  if (unnamed.includes('model')) return [Object.keys(settings).length > 0 ? { ...addition, settings } : addition]
  if (unnamed.includes('gear_type')) defaults['gear_type'] = titleType ?? CHOOSE
  if (unnamed.includes('brand')) defaults['brand'] = CHOOSE
  if (Object.keys(defaults).length > 0) settings['defaults'] = defaults
  const choose = Object.entries(defaults).flatMap(([field, value]) => {
    if (value !== CHOOSE) return []
    return [
      field === 'brand' ? { setting: 'defaults.brand' } : { setting: 'defaults.gear_type', values: [...gearTypes] },
    ]
  })
  const bySettings: SheetAdvice = { kind: 'settings', settings, ...(choose.length > 0 && { choose }) }
  if (unnamed.length === 0) return Object.keys(settings).length > 0 ? [bySettings] : []
  return Object.keys(settings).length > 0 ? [bySettings, addition] : [addition]
}

/** Advises what to do about a column whose cells contradict a required field: another column, or a default. */
export function adviseInstead(
  header: string,
  field: string,
  columns: SuggestedColumns,
  headers: readonly string[],
): SheetAdvice[] {
  const ways = adviseFields([field], columns, headers)
  return ways.map((way) => {
    if (way.kind !== 'settings') return way
    const columnsOfWay = { ...(way.settings?.['columns'] as Record<string, string> | undefined), [header]: 'ignore' }
    return { ...way, settings: { ...way.settings, columns: columnsOfWay } }
  })
}

/** Returns the rows down to the next header of any kind. */
function bodyBelow(rows: readonly SheetRow[], index: number, reader: HeaderReader): readonly SheetRow[] {
  const body = rows.slice(index + 1)
  const end = body.findIndex((row) => {
    const { names, data } = reader.read(row)
    return names.size > 1 && data.length === 0
  })
  return end < 0 ? body : body.slice(0, end)
}

const toColumns = (
  headers: readonly string[],
  matches: ColumnsToSuggest['matches'],
  body: readonly SheetRow[],
  reader: HeaderReader,
): ColumnsToSuggest => ({ headers, matches, body, readCell: reader.readCell, isType: reader.isType })

/** A title such as "Objektive" tells the type of all items below it. "Kameras" is also said of everything. */
function findTitleType(above: readonly SheetRow[], reader: HeaderReader): string | undefined {
  const types = above.flatMap(({ cells }) => {
    const filled = cells.filter((cell) => cell.text.trim() !== '')
    const type = filled.length === 1 ? reader.typeOf(filled[0]) : undefined
    return type === undefined ? [] : [type]
  })
  return types.length === 1 && types[0] !== 'camera' ? types[0] : undefined
}

/** Advises what to do about the header in a row: a preset, columns whose cells fit, or defaults. */
export function adviseHeader(
  rows: readonly SheetRow[],
  index: number,
  reader: HeaderReader,
  minHeaders: number,
  more: Readonly<Record<string, unknown>> = {},
): SheetAdvice[] {
  const row = rows[index]
  if (!row) return []
  const header = reader.read(row)
  const headers = row.cells.map(({ text }) => text)
  const body = bodyBelow(rows, index, reader)
  const columns = suggestColumns(toColumns(headers, header.matches, body, reader))
  // A list of people or bookings is no list of gear, whatever is added to it.
  if (header.fields.size + columns.size < minHeaders && header.listHeaders > header.fields.size) return []
  const ways = adviseFields(
    reader.missingIn(header),
    columns,
    headers,
    more,
    findTitleType(rows.slice(0, index), reader),
  )
  return header.fields.size + columns.size < minHeaders ? adviseMoreColumns(ways) : ways
}

/** A row with one known name is no header yet. Tags are the name that every list can have. */
function adviseMoreColumns([first]: readonly SheetAdvice[]): SheetAdvice[] {
  const added = first?.kind === 'add_column' ? (first.headers ?? []) : []
  const settings = first?.settings ?? {}
  const addition: SheetAdvice = { kind: 'add_column', headers: ['Asset Tag', ...added] }
  if (Object.keys(settings).length > 0) addition.settings = settings
  if (first?.choose) addition.choose = first.choose
  return [addition]
}

const isFilledText = ({ text }: Cell): boolean => text.trim() !== ''

/** Advises to insert a header above the first item, with names for the columns whose cells fit. */
export function adviseRow(rows: readonly SheetRow[], index: number, reader: HeaderReader): SheetAdvice[] {
  const first = rows[index]
  if (!first) return []
  const body = rows.slice(index)
  const columns = suggestColumns(toColumns([], [], body, reader))
  if (columns.size < 2) return []
  const fieldAt = new Map([...columns].map(([field, at]) => [at, field]))
  const width = first.cells.findLastIndex(isFilledText) + 1
  const cells = Array.from({ length: width }, (_value, at) => nameOf(fieldAt.get(at) ?? ''))
  return [{ kind: 'insert_row', before: first.row, cells }]
}
