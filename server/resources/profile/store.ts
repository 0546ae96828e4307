import type { Tx } from '../../../platform/sql/types.ts'
import type { ProfileRow, StudioProfileRow } from '../../db/schema.ts'
import { defineStatement } from '../../db/statement.ts'

const profileOf = defineStatement<{ account: string }, ProfileRow>((db, arg) =>
  db.selectFrom('profile').selectAll().where('account_id', '=', arg('account')),
)
const studioOf = defineStatement<{ account: string }, StudioProfileRow>((db, arg) =>
  db.selectFrom('studio_profile').selectAll().where('account_id', '=', arg('account')),
)

const epochOf = defineStatement<{ account: string }, { epoch: string }>((db, arg) =>
  db.selectFrom('account_state').select('epoch').where('account_id', '=', arg('account')),
)

const updateProfile = defineStatement<Omit<ProfileRow, 'created_at'>>((db, arg) =>
  db
    .updateTable('profile')
    .set(
      arg.columns(
        'full_name',
        'email',
        'city',
        'state',
        'country',
        'currency',
        'timezone',
        'subscription_tier',
        'subscription_status',
        'updated_at',
      ),
    )
    .where('account_id', '=', arg('account_id')),
)

const updateStudio = defineStatement<Omit<StudioProfileRow, 'created_at'>>((db, arg) =>
  db
    .updateTable('studio_profile')
    .set(
      arg.columns(
        'business_name',
        'business_email',
        'business_phone',
        'default_currency',
        'default_payment_terms',
        'default_tax_rate',
        'updated_at',
      ),
    )
    .where('account_id', '=', arg('account_id')),
)

async function requireRow<Row>(found: Promise<Row | undefined>): Promise<Row> {
  const row = await found
  if (!row) throw new Error('the account has no profile')
  return row
}

export const readProfileRow = (tx: Tx, account: string): Promise<ProfileRow> =>
  requireRow(tx.get(profileOf, { account }))

export const readStudioRow = (tx: Tx, account: string): Promise<StudioProfileRow> =>
  requireRow(tx.get(studioOf, { account }))

export const readEpoch = async (tx: Tx, account: string): Promise<string> =>
  (await requireRow(tx.get(epochOf, { account }))).epoch

export const storeProfileRow = (tx: Tx, row: ProfileRow): Promise<number> => tx.run(updateProfile, row)
export const storeStudioRow = (tx: Tx, row: StudioProfileRow): Promise<number> => tx.run(updateStudio, row)
