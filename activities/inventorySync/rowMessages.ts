import type { CellNote, PlanRow } from '../../contract/control/control.ts'
import type { TableInfo } from '../../contract/control/explain.ts'
import { foldKey } from '../../sheets/mapping/keys.ts'
import { fromStoredRead } from '../../sheets/storedRead.ts'
import type { WriteBackStatus } from '../../sheets/cells/writeBackColumns.ts'
import type { RowMessage, RowMessages } from '../../sheets/sources/writeBack.ts'
import type { ReportedRow } from '../../state/sync/planRows.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { resolveRowResult } from '../../state/sync/tallyResults.ts'
import { parseRunSettings } from './run.ts'

const MAX_TEXT_CHARACTERS = 1000

const statusByResult: Readonly<Record<string, WriteBackStatus>> = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  conflict: 'conflict',
  question: 'not written',
  refused: 'refused',
  failed: 'refused',
  stale: 'not written',
  not_reached: 'not written',
}

/** Statuses by urgency. A row with a quantity shows the most urgent one of its items. */
const urgency: readonly WriteBackStatus[] = [
  'refused',
  'not written',
  'conflict',
  'deleted in Kitroom',
  'created',
  'updated',
  'unchanged',
]

/** The list whose rows get messages, with the header of each column. */
interface MainList {
  info: TableInfo
  key: NonNullable<TableInfo['key']>
  headerByColumn: ReadonlyMap<string, string>
  /** Numbers of the lists with the same key column. Rows of the main list have no number. */
  tables: ReadonlySet<number | undefined>
}

function findMainList(run: RunRow): { sheetName: string; list: MainList } | undefined {
  const { read, mapping } = fromStoredRead(run.read ?? '{}')
  const lists = mapping?.tables.filter(({ kind }) => kind === 'gear') ?? []
  const info = lists.find(
    ({ header_row, key }) => header_row === read.header_row && key && Object.hasOwn(read.columns, key.column),
  )
  if (!info?.key || read.sheet === undefined) return undefined
  const { key } = info
  const tables = new Set([undefined, ...lists.flatMap((list) => (list.key?.column === key.column ? [list.table] : []))])
  const headerByColumn = new Map([...info.columns, ...info.left_out].map(({ column, header }) => [column, header]))
  return { sheetName: read.sheet, list: { info, key, headerByColumn, tables } }
}

const toOneLine = (text: string): string => {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length <= MAX_TEXT_CHARACTERS ? line : `${line.slice(0, MAX_TEXT_CHARACTERS - 1)}…`
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Names the column by its header, because a cell's name becomes wrong when rows move. */
function describeNote({ cell, message, code }: CellNote, { headerByColumn }: MainList): string {
  const header = headerByColumn.get(cell.replace(/\d+$/, ''))
  return `${header ? `${header}: ` : ''}${message ?? code}`
}

function describeConflicts({ conflicts = {} }: PlanRow, { info }: MainList): string {
  const fields = Object.entries(conflicts).map(([field, { api }]) => {
    const header = info.columns.find((column) => column.field === field)?.header ?? field
    return `${header} (${formatValue(api)} in Kitroom)`
  })
  return `Changed here and in Kitroom since the last sync: ${fields.join(', ')}. Nothing of the row was written. Give both the same value.`
}

function describe(plan: PlanRow, status: WriteBackStatus, row: ReportedRow, list: MainList): string {
  if (row.error !== null) return (JSON.parse(row.error) as { detail: string }).detail
  if (status === 'conflict') return describeConflicts(plan, list)
  if (status === 'deleted in Kitroom')
    return 'Somebody deleted the item in Kitroom. Delete the row too, or give it a new key.'
  if (plan.outcome === 'question') return (plan.questions ?? []).map((note) => describeNote(note, list)).join(' ')
  if (status === 'not written') return 'The sync ended before this row. The next one goes on with it.'
  const notes = (status === 'refused' ? plan.errors : plan.warnings) ?? []
  return notes.map((note) => describeNote(note, list)).join(' ')
}

const statusOf = (plan: PlanRow, row: ReportedRow): WriteBackStatus | undefined =>
  plan.outcome === 'deleted_in_api' ? 'deleted in Kitroom' : statusByResult[resolveRowResult(row.outcome, row.result)]

interface Item {
  plan: PlanRow
  message: RowMessage
}

function toItem(
  row: ReportedRow,
  list: MainList,
  toLocalTime: (at: string) => string,
  plannedAt: string,
): Item | undefined {
  const plan = JSON.parse(row.body) as PlanRow
  const status = statusOf(plan, row)
  // Row 0 stands for an item without a row.
  if (plan.row === 0 || plan.key === undefined || status === undefined || !list.tables.has(plan.table)) return undefined
  const gearId = row.result_gear_id ?? plan.gear_id ?? ''
  const isChange = row.result === 'created' || row.result === 'updated'
  const at = toLocalTime(row.finished_at ?? plannedAt)
  return { plan, message: { gearId, status, text: toOneLine(describe(plan, status, row, list)), at, isChange } }
}

const withoutUnit = (key: string): string => key.replace(/-1$/, '')

/** Merges the messages of a row with a quantity into one. The cell has the tag without the item's number. */
function mergeItems(items: readonly [Item, ...Item[]], hasUnits: boolean): [key: string, RowMessage] {
  const [first] = items
  const key = first.plan.key ?? ''
  if (items.length === 1)
    return [
      key,
      hasUnits && key !== withoutUnit(key) ? { ...first.message, otherKey: foldKey(withoutUnit(key)) } : first.message,
    ]
  const [most] = items
    .map(({ message }) => message)
    .toSorted((a, b) => urgency.indexOf(a.status) - urgency.indexOf(b.status))
  const at = items.map(({ message }) => message.at).reduce((latest, time) => (time > latest ? time : latest))
  const text = toOneLine(`${items.length} items, ${key} to ${items.at(-1)?.plan.key ?? ''}. ${most?.text ?? ''}`)
  const isChange = items.some(({ message }) => message.isChange)
  return [withoutUnit(key), { gearId: '', status: most?.status ?? 'unchanged', text, at, isChange }]
}

/**
 * Creates a message for each row of a run's sheet that has a key; undefined for a sheet without a list.
 * @param timeZone of the studio, IANA name
 */
export function toRowMessages(run: RunRow, rows: readonly ReportedRow[], timeZone: string): RowMessages | undefined {
  const found = findMainList(run)
  if (!found) return undefined
  const { sheetName, list } = found
  const toLocalTime = (at: string): string =>
    Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
  const plannedAt = run.planned_at ?? run.started_at
  const hasUnits = parseRunSettings(run).source.quantity === 'expand'
  const items = rows.flatMap((row) => toItem(row, list, toLocalTime, plannedAt) ?? [])
  const byRow = Map.groupBy(items, ({ plan }) => `${plan.table ?? ''}:${plan.row}`)
  const messages = [...byRow.values()].map((group) => mergeItems(group as [Item, ...Item[]], hasUnits))
  return {
    sheetName,
    key: { header: list.key.header, column: list.key.column },
    headers: [...list.headerByColumn.values()],
    headerRow: list.info.header_row,
    byKey: new Map(messages.map(([key, message]) => [foldKey(key), message])),
  }
}
