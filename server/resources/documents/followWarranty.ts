import { emitEvent, type Changes } from '../../db/events.ts'
import { define } from '../../db/statement.ts'
import type { Write } from '../../db/write.ts'
import { nextUpdatedAt } from '../shared/changes.ts'
import type { DocumentRecord } from './record.ts'

/** What of a gear item its warranty document follows. */
export interface Warranted {
  id: string
  gear_type: string
  brand: string
  model: string
  warranty_expires_on: string | null
  warranty_provider: string | null
}

const find = define<{ account: string; gear: string; source: string }, { record: string }>((db, arg) =>
  db
    .selectFrom('document')
    .select('record')
    .where('account_id', '=', arg('account'))
    .where('gear_id', '=', arg('gear'))
    .where('source', '=', arg('source')),
)
const insert = define<{ account: string; id: string; gear: string; type: string; expires: string | null; source: string; record: string }>(
  (db, arg) =>
    db.insertInto('document').values({
      account_id: arg('account'),
      id: arg('id'),
      gear_id: arg('gear'),
      type: arg('type'),
      expires_on: arg('expires'),
      source: arg('source'),
      record: arg('record'),
    }),
)
const update = define<{ account: string; id: string; expires: string | null; record: string }>((db, arg) =>
  db
    .updateTable('document')
    .set({ expires_on: arg('expires'), record: arg('record') })
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('id')),
)
const remove = define<{ account: string; id: string }>((db, arg) =>
  db.deleteFrom('document').where('account_id', '=', arg('account')).where('id', '=', arg('id')),
)

const followed = (gear: Warranted): Pick<DocumentRecord, 'title' | 'provider' | 'expires_on'> => ({
  title: `Warranty: ${gear.brand} ${gear.model}`,
  provider: gear.warranty_provider,
  expires_on: gear.warranty_expires_on,
})

/** Makes the warranty document of an item that has none yet. */
export async function createWarranty(write: Write, gear: Warranted, requestId: string): Promise<void> {
  const id = write.newId()
  const { title, provider, expires_on } = followed(gear)
  const record: DocumentRecord = {
    id,
    type: 'warranty',
    title,
    gear_id: gear.id,
    gear_type: gear.gear_type,
    provider,
    reference_number: null,
    issued_on: null,
    expires_on,
    amount: null,
    file_name: null,
    notes: null,
    source: 'gear',
    created_at: write.at,
    updated_at: write.at,
  }
  const json = JSON.stringify(record)
  write.touch('documents')
  write.count('documents.warranty', 1)
  await write.tx.run(insert, { account: write.account, id, gear: gear.id, type: 'warranty', expires: expires_on, source: 'gear', record: json })
  await emitEvent(write, 'document.created', id, json, {}, requestId)
}

async function change(write: Write, stored: DocumentRecord, gear: Warranted, requestId: string): Promise<void> {
  const wanted = followed(gear)
  const fields = (['title', 'provider', 'expires_on'] as const).filter((field) => stored[field] !== wanted[field])
  if (fields.length === 0) return
  const changes: Changes = Object.fromEntries(fields.map((field) => [field, { from: stored[field], to: wanted[field] }]))
  const updatedAt = nextUpdatedAt(write, stored)
  const json = JSON.stringify({ ...stored, ...wanted, updated_at: updatedAt } satisfies DocumentRecord)
  write.touch('documents')
  await write.tx.run(update, { account: write.account, id: stored.id, expires: wanted.expires_on, record: json })
  await emitEvent(write, 'document.updated', stored.id, json, changes, requestId)
}

/**
 * Makes the warranty document of a gear item agree with the item: one document with one id from the day a date is set until it is cleared.
 */
export async function followWarranty(write: Write, gear: Warranted, requestId: string): Promise<void> {
  const row = await write.tx.get(find, { account: write.account, gear: gear.id, source: 'gear' })
  if (!row) {
    if (gear.warranty_expires_on !== null) await createWarranty(write, gear, requestId)
    return
  }
  const stored = JSON.parse(row.record) as DocumentRecord
  if (gear.warranty_expires_on !== null) return change(write, stored, gear, requestId)
  write.touch('documents')
  write.count('documents.warranty', -1)
  await write.tx.run(remove, { account: write.account, id: stored.id })
  await emitEvent(write, 'document.deleted', stored.id, row.record, {}, requestId)
}
