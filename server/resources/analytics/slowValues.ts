import type { Tx } from '../../../platform/sql/types.ts'
import { addToCounter, type Counters } from '../../db/counters.ts'
import { toCents } from '../../db/gearColumns.ts'
import { defineStatement } from '../../db/statement.ts'
import type { GearRecord } from '../gear/record.ts'

const SLICE_ROWS = 1000

const slice = defineStatement<{ account: string; after: string; limit: number }, { id: string; record: string }>(
  (db, arg) =>
    db
      .selectFrom('gear')
      .select(['id', 'record'])
      .where('account_id', '=', arg('account'))
      .where('id', '>', arg('after'))
      .orderBy('id')
      .limit(arg('limit')),
)

/** Counts gear and sums its values from the records themselves. */
export async function read(tx: Tx, { account }: { account: string }): Promise<Counters> {
  const counters: Counters = {}
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows: { id: string; record: string }[] = await tx.all(slice, { account, after, limit: SLICE_ROWS })
    for (const { record } of rows) {
      const item = JSON.parse(record) as GearRecord
      const group = `${item.gear_type}.${item.status}`
      addToCounter(counters, `gear.${group}`, 1)
      addToCounter(counters, `purchase_cents.${group}`, toCents(item.purchase_price) ?? 0)
      addToCounter(counters, `replacement_cents.${group}`, toCents(item.replacement_value) ?? 0)
    }
    after = rows.at(-1)?.id
  }
  return counters
}
