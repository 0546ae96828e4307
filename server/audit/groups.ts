import type { Tx } from '../../platform/sql/types.ts'
import { define } from '../db/statement.ts'
import { statusMatches, type AuditFilters } from './filters.ts'
import { stretchOf, type Part, type Place, type Stretch } from './stretch.ts'

/** Rows with the same key, method and status: they lie together in one index, in the order of time. */
interface Group {
  key_id: string
  method: string
  status: number
}

const nextGroup = define<{ account: string; limit: number } & Group, Group>((db, arg) =>
  db
    .selectFrom('audit')
    .select(['key_id', 'method', 'status'])
    .where('account_id', '=', arg('account'))
    .where((row) => row(row.refTuple('key_id', 'method', 'status'), '>', row.tuple(arg('key_id'), arg('method'), arg('status'))))
    .orderBy('key_id')
    .orderBy('method')
    .orderBy('status')
    .limit(arg('limit')),
)

const ofGroup = define<Stretch & Group, Place>((db, arg) =>
  db
    .selectFrom('audit')
    .select(['at', 'seq'])
    .where('account_id', '=', arg('account'))
    .where('key_id', '=', arg('key_id'))
    .where('method', '=', arg('method'))
    .where('status', '=', arg('status'))
    .where('at', '>=', arg('from'))
    .where('at', '<=', arg('to'))
    .where((row) => row(row.refTuple('at', 'seq'), '<', row.tuple(arg('at'), arg('seq'))))
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(arg('limit')),
)

/** The groups that occur and match. Each is found by one step in the index, past all rows of the one before. */
async function groupsOf(tx: Tx, account: string, { key_id: key, method, status }: AuditFilters): Promise<Group[]> {
  const found: Group[] = []
  let group: Group | undefined = { key_id: key ?? '', method: '', status: 0 }
  for (;;) {
    group = await tx.get(nextGroup, { account, limit: 1, ...group })
    if (!group || (key !== undefined && group.key_id !== key)) return found
    if ((method === undefined || group.method === method) && statusMatches(status, group.status)) found.push(group)
  }
}

const newestFirst = (a: Place, b: Place): number => (a.at === b.at ? b.seq - a.seq : a.at < b.at ? 1 : -1)

/** Finds rows by key, method and status: the newest of each group that matches, merged. */
export async function searchGroups(tx: Tx, account: string, filters: AuditFilters, part: Part): Promise<Place[]> {
  const found: Place[] = []
  const stretch = stretchOf(account, filters, part)
  for (const group of await groupsOf(tx, account, filters)) found.push(...(await tx.all(ofGroup, { ...stretch, ...group })))
  return found.toSorted(newestFirst).slice(0, part.limit)
}
