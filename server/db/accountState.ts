import type { Tx } from '../../platform/sql/types.ts'
import type { Counters } from './counters.ts'
import { RECORD_SCHEMA } from './recordSchema.ts'
import type { AccountStateRow } from './schema.ts'
import { defineStatement } from './statement.ts'

export type AccountState = Omit<AccountStateRow, 'counters'> & { counters: Counters }

export type VersionedResource = 'gear' | 'shoots' | 'maintenance' | 'documents' | 'profile'

/** Version columns. Each change of a record changes one of them. */
const RECORD_VERSIONS = [
  'epoch',
  'event_seq',
  'record_schema_seq',
  'gear_version',
  'shoots_version',
  'maintenance_version',
  'documents_version',
] as const satisfies (keyof AccountStateRow)[]

const select = defineStatement<{ account: string }, AccountStateRow>((db, arg) =>
  db.selectFrom('account_state').selectAll().where('account_id', '=', arg('account')),
)

const selectForWrite = defineStatement<{ account: string }, AccountStateRow>((db, arg) =>
  db.selectFrom('account_state').selectAll().where('account_id', '=', arg('account')).forUpdate(),
)

type RecordVersions = Record<(typeof RECORD_VERSIONS)[number], string | number>

export const selectVersions = defineStatement<{ account: string }, RecordVersions>((db, arg) =>
  db.selectFrom('account_state').select(RECORD_VERSIONS).where('account_id', '=', arg('account')),
)

const update = defineStatement<AccountStateRow>((db, arg) =>
  db
    .updateTable('account_state')
    .set(
      arg.columns(
        'clock_ms',
        'clock_seq',
        'id_ms',
        'gear_version',
        'gear_removals',
        'gear_moves',
        'fields_version',
        'shoots_version',
        'maintenance_version',
        'documents_version',
        'profile_version',
        'next_name_id',
        'audit_seq',
        'audit_hash',
        'audit_bytes',
        'event_seq',
        'record_schema',
        'record_schema_seq',
        'record_schema_cursor',
        'counters',
      ),
    )
    .where('account_id', '=', arg('account_id')),
)

const insert = defineStatement<{
  account: string
  epoch: string
  hash: string
  counters: string
  recordSchema: number
}>((db, arg) =>
  db.insertInto('account_state').values({
    account_id: arg('account'),
    epoch: arg('epoch'),
    audit_hash: arg('hash'),
    counters: arg('counters'),
    record_schema: arg('recordSchema'),
  } as never),
)

export const FIRST_CHAIN_HASH = '0'.repeat(64)

export const parseState = (row: AccountStateRow): AccountState => ({
  ...row,
  counters: JSON.parse(row.counters) as Counters,
})

async function readState(tx: Tx, statement: typeof select, account: string): Promise<AccountState> {
  const row = await tx.get(statement, { account })
  if (!row) throw new Error('the account has no state row')
  return parseState(row)
}

export const readAccountState = (tx: Tx, account: string): Promise<AccountState> => readState(tx, select, account)

/**
 * True if no record has changed since the state was read.
 * @param versions columns of its row; null or undefined without a row
 */
export const areVersionsOf = (
  versions: { [Column in keyof RecordVersions]: RecordVersions[Column] | null } | undefined,
  state: AccountState,
): boolean => versions !== undefined && RECORD_VERSIONS.every((column) => versions[column] === state[column])

/** True if no record has changed since a state was read. Cheaper than reading the state. */
export const isStateOfRecords = async (tx: Tx, state: AccountState): Promise<boolean> =>
  areVersionsOf(await tx.get(selectVersions, { account: state.account_id }), state)

/** Locks an account's row for a write: the account's other writes wait, on every server. */
export const lockAccountState = (tx: Tx, account: string): Promise<AccountState> =>
  readState(tx, selectForWrite, account)

export function storeAccountState(tx: Tx, state: AccountState): void {
  tx.send(update, { ...state, counters: JSON.stringify(state.counters) })
}

export async function createAccountState(tx: Tx, account: string, epoch: string): Promise<void> {
  await tx.run(insert, { account, epoch, hash: FIRST_CHAIN_HASH, counters: '{}', recordSchema: RECORD_SCHEMA })
}
