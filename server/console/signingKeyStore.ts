import type { Tx } from '../../platform/sql/types.ts'
import type { SigningKeyRow } from '../db/signingKeyRow.ts'
import { defineStatement } from '../db/statement.ts'

const insert = defineStatement<SigningKeyRow>((db, arg) =>
  db.insertInto('signing_key').values(arg.columns('id', 'public_key', 'created_at', 'expires_at')),
)

const moveEnd = defineStatement<{ id: string; end: string }>((db, arg) =>
  db
    .updateTable('signing_key')
    .set({ expires_at: arg('end') })
    .where('id', '=', arg('id')),
)

const remove = defineStatement<{ id: string }>((db, arg) => db.deleteFrom('signing_key').where('id', '=', arg('id')))

const byId = defineStatement<{ id: string }, SigningKeyRow>((db, arg) =>
  db.selectFrom('signing_key').selectAll().where('id', '=', arg('id')),
)

const live = defineStatement<{ now: string }, Omit<SigningKeyRow, 'created_at'>>((db, arg) =>
  db
    .selectFrom('signing_key')
    .select(['id', 'public_key', 'expires_at'])
    .where('expires_at', '>', arg('now'))
    .orderBy('id'),
)

export const insertSigningKey = (tx: Tx, row: SigningKeyRow): Promise<number> => tx.run(insert, row)

/** @returns 0 if there is no such key any more */
export const moveSigningKeyEnd = (tx: Tx, key: { id: string; end: string }): Promise<number> => tx.run(moveEnd, key)

export const deleteSigningKey = (tx: Tx, id: string): Promise<number> => tx.run(remove, { id })

export const findSigningKey = (tx: Tx, id: string): Promise<SigningKeyRow | undefined> => tx.get(byId, { id })

export const listLiveSigningKeys = (tx: Tx, now: string): Promise<Omit<SigningKeyRow, 'created_at'>[]> =>
  tx.all(live, { now })
