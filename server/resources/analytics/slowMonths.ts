import { sql } from 'kysely'
import type { MonthlyFigures } from '../../../contract/api/analytics.ts'
import type { Maintenance } from '../../../contract/api/maintenance.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { toCents } from '../../db/gearColumns.ts'
import type { Schema } from '../../db/schema.ts'
import { defineStatement } from '../../db/statement.ts'
import { toFirstStartKey, toLastStartKey } from '../shoots/record.ts'
import { readCurrency } from './currency.ts'

type Month = MonthlyFigures['months'][number]

const completedIn = defineStatement<{ account: string; from: string; to: string }, { record: string }>((db, arg) =>
  db
    .selectFrom('maintenance')
    .select('record')
    .where('account_id', '=', arg('account'))
    .where('status', '=', sql.lit('completed'))
    .where('service_date', '>=', arg('from'))
    .where('service_date', '<=', arg('to')),
)

/** Counts shoots by month, except cancelled ones. */
async function countShoots(tx: Tx, account: string, first: string, last: string): Promise<Map<string, number>> {
  const monthOf = sql<string>`substr(starts, 1, 7)`
  const rows = await tx.query(
    tx
      .builder<Schema>()
      .selectFrom('shoot')
      .select((expression) => [monthOf.as('month'), expression.fn.countAll<string | number>().as('shoots')])
      .where('account_id', '=', account)
      .where('starts', '>=', toFirstStartKey(`${first}-01`))
      .where('starts', '<=', toLastStartKey(`${last}-31`))
      .where('status', '<>', 'cancelled')
      .groupBy(monthOf),
  )
  return new Map(rows.map(({ month, shoots }) => [month, Number(shoots)]))
}

/** @param months YYYY-MM, in order, without gaps */
export async function read(
  tx: Tx,
  { account, months }: { account: string; months: string[] },
): Promise<Omit<MonthlyFigures, 'generated_at'>> {
  const shoots = await countShoots(tx, account, months[0] ?? '', months.at(-1) ?? '')
  const figures: Month[] = []
  for (const month of months) {
    const rows = await tx.all(completedIn, { account, from: `${month}-01`, to: `${month}-31` })
    const cents = rows.reduce((sum, { record }) => sum + (toCents((JSON.parse(record) as Maintenance).cost) ?? 0), 0)
    figures.push({ month, services: rows.length, service_cost: cents / 100, shoots: shoots.get(month) ?? 0 })
  }
  return { currency: await readCurrency(tx, account), months: figures }
}
