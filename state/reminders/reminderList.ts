import type { ReminderState } from '../../contract/control/reminders.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { ReminderRow } from '../tables/reminderTable.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

export async function listReminderPage(
  tx: Tx,
  { state, limit, offset }: { state?: ReminderState | undefined; limit: number; offset: number },
): Promise<{ rows: ReminderRow[]; total: number }> {
  const allReminders = tx.builder<StateTables>(STATE_SCHEMA).selectFrom('reminder')
  const matching = state === undefined ? allReminders : allReminders.where('state', '=', state)
  const rows = await tx.query(
    matching.selectAll().orderBy('created_at', 'desc').orderBy('message_id', 'desc').limit(limit).offset(offset),
  )
  const [counted] = await tx.query(matching.select((e) => e.fn.countAll<number>().as('total')))
  return { rows, total: counted?.total ?? 0 }
}
