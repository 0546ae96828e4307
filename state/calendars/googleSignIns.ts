import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type GoogleSignInTable, type StateTables } from '../tables/schema.ts'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectOne = defineStatement<{ purpose: string }, GoogleSignInTable>((db, arg) =>
  db.selectFrom('google_sign_in').selectAll().where('purpose', '=', arg('purpose')),
)
const upsert = defineStatement<GoogleSignInTable>((db, arg) =>
  db
    .insertInto('google_sign_in')
    .values(arg.columns('purpose', 'email', 'client_id', 'sealed', 'scopes', 'picked_file_ids', 'signed_in_at'))
    .onConflict((conflict) =>
      conflict
        .column('purpose')
        .doUpdateSet(takeExcluded('email', 'client_id', 'sealed', 'scopes', 'picked_file_ids', 'signed_in_at')),
    ),
)
const remove = defineStatement<{ purpose: string; sealed: string }>((db, arg) =>
  db.deleteFrom('google_sign_in').where('purpose', '=', arg('purpose')).where('sealed', '=', arg('sealed')),
)

const selectAll = defineStatement<object, GoogleSignInTable>((db) =>
  db.selectFrom('google_sign_in').selectAll().orderBy('purpose'),
)
const updateSealed = defineStatement<{ purpose: string; sealed: string; resealed: string }>((db, arg) =>
  db
    .updateTable('google_sign_in')
    .set({ sealed: arg('resealed') })
    .where('purpose', '=', arg('purpose'))
    .where('sealed', '=', arg('sealed')),
)

export const listGoogleSignIns = (tx: Tx): Promise<GoogleSignInTable[]> => tx.all(selectAll, {})

/** Stores a sign-in's secrets sealed with another key, unless another sign-in has replaced it. */
export const resealGoogleSignIn = (tx: Tx, { purpose, sealed }: GoogleSignInTable, resealed: string): Promise<number> =>
  tx.run(updateSealed, { purpose, sealed, resealed })

export const findGoogleSignIn = (tx: Tx, purpose: string): Promise<GoogleSignInTable | undefined> =>
  tx.get(selectOne, { purpose })

/** Replaces the sign-in for its purpose. */
export const storeGoogleSignIn = (tx: Tx, signIn: GoogleSignInTable): Promise<number> => tx.run(upsert, signIn)

/** Deletes a sign-in unless another one has replaced it. */
export const removeGoogleSignIn = (
  tx: Tx,
  { purpose, sealed }: Pick<GoogleSignInTable, 'purpose' | 'sealed'>,
): Promise<number> => tx.run(remove, { purpose, sealed })
