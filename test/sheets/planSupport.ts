import {
  applyPlan,
  withoutIds,
  emptyAccount,
  planIn,
  mapText,
  source,
  toCsv,
  type Account,
  type PlannedRows,
} from './support.ts'

export const head = ['Asset Tag', 'Type', 'Brand', 'Model', 'Serial', 'Price', 'Notes', 'Status']
export type Row = Partial<Record<'tag' | 'type' | 'brand' | 'model' | 'serial' | 'price' | 'notes' | 'status', string>>
export const cells = (row: Row): string[] => [
  row.tag ?? 'T-1',
  row.type ?? 'camera',
  row.brand ?? 'Canon',
  row.model ?? 'R5',
  row.serial ?? '',
  row.price ?? '',
  row.notes ?? '',
  row.status ?? '',
]
export const sheet = (...rows: Row[]): string => toCsv([head, ...rows.map(cells)])

export const planSheetRows = (
  account: Account,
  text: string,
  settings: string[] = [],
  ownedByOthers: ReadonlySet<string> = new Set(),
): PlannedRows => planIn(account, mapText(text, source(...settings)), source(...settings), ownedByOthers)
export const synced = (text: string, account = emptyAccount(), settings: string[] = []): Account =>
  applyPlan(account, planSheetRows(account, text, settings))
export const rowsOf = (plan: PlannedRows): Record<string, unknown>[] => plan.rows.map(withoutIds)
export const first = (plan: PlannedRows): Record<string, unknown> => rowsOf(plan)[0] ?? {}
export const codes = (plan: PlannedRows): unknown[] =>
  plan.rows.map((row) => row.errors?.map(({ cell, code, raw }) => [cell, code, raw]) ?? row.outcome)
