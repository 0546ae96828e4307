import { sql } from 'kysely'
import type { EventType } from '../../contract/events.ts'
import type { VersionedResource } from '../db/accountState.ts'
import { emitEvent, type FieldChanges } from '../db/events.ts'
import { upgradeText } from '../db/recordSchema.ts'
import type { Schema } from '../db/schema.ts'
import type { AccountWrite } from '../db/write.ts'

const tables = [
  { table: 'gear', resource: 'gear', type: 'gear.updated' },
  { table: 'shoot', resource: 'shoots', type: 'shoot.updated' },
  { table: 'maintenance', resource: 'maintenance', type: 'maintenance.updated' },
  { table: 'document', resource: 'documents', type: 'document.updated' },
] as const satisfies { table: keyof Schema; resource: VersionedResource; type: EventType }[]

const TIME_FIELDS = ['created_at', 'updated_at', 'completed_at'] as const

function changesOf(record: Readonly<Record<string, unknown>>, now: string): FieldChanges {
  const changes: FieldChanges = {}
  for (const name of TIME_FIELDS) {
    const value = record[name]
    if (typeof value === 'string' && value > now) changes[name] = { from: value, to: now }
  }
  return changes
}

/** Sets future times of records to now and emits one event per record. @returns the number of records */
export async function repairRecords(write: AccountWrite, requestId: string): Promise<number> {
  let repaired = 0
  for (const { table, resource, type } of tables) {
    // Every record's text ends with `"updated_at":"2026-03-28T09:15:00.000Z"}`.
    const rows = await write.tx.query(
      write.tx
        .builder<Schema>()
        .selectFrom(table)
        .select(['id', 'record'])
        .where('account_id', '=', write.account)
        .where(sql<string>`substr(record, length(record) - 25, 24)`, '>', write.now),
    )
    for (const { id, record } of rows) {
      const stored = JSON.parse(upgradeText(table, record)) as Record<string, unknown>
      const changes = changesOf(stored, write.now)
      for (const [name, { to }] of Object.entries(changes)) stored[name] = to
      const text = JSON.stringify(stored)
      const update = write.tx
        .builder<Schema>()
        .updateTable(table)
        .set({ record: text })
        .where('account_id', '=', write.account)
        .where('id', '=', id)
      await write.tx.query(update)
      await emitEvent(write, type, id, text, changes, requestId)
    }
    if (rows.length > 0) write.incrementVersion(resource)
    repaired += rows.length
  }
  return repaired
}
