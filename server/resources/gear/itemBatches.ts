import type { CustomFieldValues } from '../../../contract/api/customFieldValues.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { upgradeText } from '../../db/recordSchema.ts'
import { defineStatement } from '../../db/statement.ts'

type Slice = { account: string; after: string; limit: number }

const slice = defineStatement<Slice, { id: string; record: string }>((db, arg) =>
  db
    .selectFrom('gear')
    .select(['id', 'record'])
    .where('account_id', '=', arg('account'))
    .where('id', '>', arg('after'))
    .orderBy('id')
    .limit(arg('limit')),
)

export interface ItemWithFields {
  id: string
  record: string
}

/** Own fields stand in a record as this text; in a value the quotes are escaped. */
const mayHaveField = (record: string, name: string): boolean => record.includes(`"${name}":`)

/** Reads the own fields of a record's text. */
export const fieldsOf = (record: string): CustomFieldValues | undefined =>
  (JSON.parse(record) as { fields?: CustomFieldValues }).fields

/** Reads a batch of items, by id. @returns those that may have a value, and the id after which the next batch begins */
export async function readItemBatch(
  tx: Tx,
  account: string,
  name: string,
  after: string,
  limit: number,
): Promise<{ items: ItemWithFields[]; next: string | undefined }> {
  const rows = await tx.all(slice, { account, after, limit })
  return {
    items: rows
      .map(({ id, record }) => ({ id, record: upgradeText('gear', record) }))
      .filter(({ record }) => mayHaveField(record, name)),
    next: rows.length < limit ? undefined : rows.at(-1)?.id,
  }
}
