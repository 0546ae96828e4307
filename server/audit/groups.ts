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

type Step = { account: string; limit: number }

// One query with three columns compared at once would begin at the first of them only, and pass over every row of the group before.
const nextStatus = define<Step & Group, Group>((db, arg) =>
  db
    .selectFrom('audit')
    .select(['key_id', 'method', 'status'])
    .where('account_id', '=', arg('account'))
    .where('key_id', '=', arg('key_id'))
    .where('method', '=', arg('method'))
    .where('status', '>', arg('status'))
    .orderBy('status')
    .limit(arg('limit')),
)
const nextMethod = define<Step & Omit<Group, 'status'>, Group>((db, arg) =>
  db
    .selectFrom('audit')
    .select(['key_id', 'method', 'status'])
    .where('account_id', '=', arg('account'))
    .where('key_id', '=', arg('key_id'))
    .where('method', '>', arg('method'))
    .orderBy('method')
    .orderBy('status')
    .limit(arg('limit')),
)
const nextKey = define<Step & Pick<Group, 'key_id'>, Group>((db, arg) =>
  db
    .selectFrom('audit')
    .select(['key_id', 'method', 'status'])
    .where('account_id', '=', arg('account'))
    .where('key_id', '>', arg('key_id'))
    .orderBy('key_id')
    .orderBy('method')
    .orderBy('status')
    .limit(arg('limit')),
)

/** The group after one, in the order of the index; at the end of a key only where one key is asked for. */
async function nextGroup(tx: Tx, account: string, after: Group, oneKey: boolean): Promise<Group | undefined> {
  const step = { account, limit: 1, ...after }
  return (await tx.get(nextStatus, step)) ?? (await tx.get(nextMethod, step)) ?? (oneKey ? undefined : tx.get(nextKey, step))
}

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

/** The groups that occur and match. Each is found by a step or three in the index, past all rows of the one before. */
async function groupsOf(tx: Tx, account: string, { key_id: key, method, status }: AuditFilters): Promise<Group[]> {
  const found: Group[] = []
  let group: Group | undefined = { key_id: key ?? '', method: '', status: 0 }
  for (;;) {
    group = await nextGroup(tx, account, group, key !== undefined)
    if (!group) return found
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
