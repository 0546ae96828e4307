import type { Tx } from '../../../platform/sql/types.ts'
import { defineStatement } from '../../db/statement.ts'
import { readKeyNames } from '../keyNames.ts'

/** Names of records by their ids. */
export type RecordNames = ReadonlyMap<string, string>

type Stored = Record<string, string>
type Table = 'gear' | 'shoot' | 'maintenance' | 'document'

const recordsOf = (table: Table) =>
  defineStatement<{ account: string; ids: string }, { id: string; record: string }>((db, arg, isAnyOf) =>
    db.selectFrom(table).select(['id', 'record']).where('account_id', '=', arg('account')).where(isAnyOf('id', 'ids')),
  )

const deletedRecords = defineStatement<{ account: string; ids: string }, { id: string; record: string }>(
  (db, arg, isAnyOf) =>
    db
      .selectFrom('deleted_record')
      .select(['id', 'record'])
      .where('account_id', '=', arg('account'))
      .where(isAnyOf('id', 'ids')),
)

/** Statements and names of the kinds of records, by `object_type` of an audit row. */
const kinds: Record<string, { statement: ReturnType<typeof recordsOf>; nameOf: (record: Stored) => string }> = {
  gear: { statement: recordsOf('gear'), nameOf: ({ brand, model }) => `${brand} ${model}` },
  shoots: { statement: recordsOf('shoot'), nameOf: ({ title = '' }) => title },
  maintenance: { statement: recordsOf('maintenance'), nameOf: ({ service_type: type = '' }) => type },
  documents: { statement: recordsOf('document'), nameOf: ({ title = '' }) => title },
}

interface Named {
  type: string
  id: string
}

const readNamed = ({ entry }: { entry: string }): Named[] => {
  const { object_type: type, object_id: id } = JSON.parse(entry) as { object_type?: string; object_id?: string }
  return type === undefined || id === undefined ? [] : [{ type, id }]
}

async function readKind(tx: Tx, account: string, type: string, ids: string[]): Promise<[string, string][]> {
  if (type === 'keys') return [...(await readKeyNames(tx, account, ids))]
  const kind = kinds[type]
  if (!kind) return []
  const found = await tx.all(kind.statement, { account, ids: JSON.stringify(ids) })
  const known = new Set(found.map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id))
  const deleted = missing.length === 0 ? [] : await tx.all(deletedRecords, { account, ids: JSON.stringify(missing) })
  return [...found, ...deleted].map(({ id, record }) => [id, kind.nameOf(JSON.parse(record) as Stored)])
}

/** Reads the present names of the records that audit rows are about, and the last names of deleted ones. */
export async function readRecordNames(
  tx: Tx,
  account: string,
  rows: readonly { entry: string }[],
): Promise<RecordNames> {
  const named = rows.flatMap(readNamed)
  const names: [string, string][] = []
  for (const type of new Set(named.map((one) => one.type))) {
    const ids = new Set(named.filter((one) => one.type === type).map(({ id }) => id))
    names.push(...(await readKind(tx, account, type, [...ids])))
  }
  return new Map(names)
}
