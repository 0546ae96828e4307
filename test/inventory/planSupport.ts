import type { Judged } from '../../sheets/types.ts'
import { applyPlan, bare, emptyAccount, judgeIn, mapText, source, toCsv, type Account } from './support.ts'

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

export const judgeSheet = (account: Account, text: string, settings: string[] = [], others: ReadonlySet<string> = new Set()): Judged =>
  judgeIn(account, mapText(text, source(...settings)), source(...settings), others)
export const synced = (text: string, account = emptyAccount(), settings: string[] = []): Account =>
  applyPlan(account, judgeSheet(account, text, settings))
export const rowsOf = (judged: Judged): Record<string, unknown>[] => judged.rows.map(bare)
export const first = (judged: Judged): Record<string, unknown> => rowsOf(judged)[0] ?? {}
export const codes = (judged: Judged): unknown[] =>
  judged.rows.map((row) => row.errors?.map(({ cell, code, raw }) => [cell, code, raw]) ?? row.outcome)
