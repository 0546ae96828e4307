import { toCents } from '../../db/gearColumns.ts'
import { isRecordSchemaCurrent } from '../../db/recordSchema.ts'
import type { AccountWrite } from '../../db/write.ts'
import type { GearRecord } from './record.ts'

/**
 * Adds an item to the counters or subtracts it. While older servers may write, the recount after the migration computes
 * the values.
 */
export function countItem(write: AccountWrite, item: GearRecord, by: 1 | -1): void {
  const group = `${item.gear_type}.${item.status}`
  write.adjustCounter(`gear.${group}`, by)
  if (!isRecordSchemaCurrent(write.state)) return
  for (const [name, money] of [
    ['purchase_cents', item.purchase_price],
    ['replacement_cents', item.replacement_value],
  ] as const) {
    const cents = toCents(money) ?? 0
    if (cents > 0) write.adjustCounter(`${name}.${group}`, by * cents)
  }
}
