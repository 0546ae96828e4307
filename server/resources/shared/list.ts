import type { Input, Operation } from '../../../contract/operation.ts'
import type { JoinedTexts, Tx } from '../../../platform/sql/types.ts'
import { isStateOfRecords, readAccountState, type AccountState, type VersionedResource } from '../../db/accountState.ts'
import { findEtagSuffix } from '../../db/recordSchema.ts'
import { countBytes, toBytes, versionAnswer, type Answer, type WholeBody } from '../../answer.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'

export interface PageRequest {
  limit: number
  offset: number
}

export interface FoundRecords {
  /** Record texts. */
  records: string[] | JoinedTexts
  total: number
}

export type ListAnswer = Answer<WholeBody>

/**
 * A page that is too slow for the event loop. The module's `read(tx, input)` reads it in another thread or connection.
 */
interface SlowPageRead {
  module: URL
  input: { account: string }
  text: (found: FoundRecords, state: AccountState) => WholeBody
}

type Version = Pick<AccountState, 'epoch' | `${VersionedResource}_version`>

/** Computes the ETag of all lists of a version. Tags are compared per URL and account, so the version suffices. */
const etagOf = (state: Version, resource: VersionedResource): string =>
  `"${state.epoch.slice(0, 8)}.${state[`${resource}_version`]}${findEtagSuffix(resource)}"`

const isSlow = (page: WholeBody | SlowPageRead): page is SlowPageRead => typeof page === 'object' && 'module' in page

/** Reads a slow page on its own snapshot. A disconnecting client cancels it. */
async function readSlowPage(
  context: ReadContext,
  { module, input, text }: SlowPageRead,
): Promise<{ state: AccountState; found: WholeBody }> {
  const { app, actor, connection } = context
  const clientDisconnected = new AbortController()
  const cancel = (): void => clientDisconnected.abort()
  if (connection.destroyed) cancel()
  connection.once('close', cancel)
  try {
    const value = await app.db.runSlowRead({ module, input, lane: actor.account, signal: clientDisconnected.signal })
    const { state, found } = value as { state: AccountState; found: FoundRecords }
    return { state, found: text(found, state) }
  } finally {
    connection.off('close', cancel)
  }
}

interface Snapshot {
  state: AccountState
  page: WholeBody | SlowPageRead
}

/**
 * Reads a page of one snapshot and checks in the same round trip that the cached state belongs to it. If not, both are
 * read again.
 */
async function readBoth<Page>(
  tx: Tx,
  known: AccountState,
  read: (state: AccountState) => Promise<Page>,
): Promise<{ state: AccountState; page: Page }> {
  const [isCurrent, page] = await Promise.all([isStateOfRecords(tx, known), read(known)])
  if (isCurrent) return { state: known, page }
  const state = await readAccountState(tx, known.account_id)
  return { state, page: await read(state) }
}

type Query<T extends Operation> = Input<T>['query']

/** Returns the body, or a read that runs off the event loop. */
type ReadPage<T extends Operation> = (tx: Tx, state: AccountState, query: Query<T>) => Promise<WholeBody | SlowPageRead>

interface PageReaders<T extends Operation> {
  read: ReadPage<T>
  /** True if one statement reads the page and checks the state. */
  isOneStatement: (query: Query<T>) => boolean
  /** Reads a page with one statement; undefined if the state is outdated. */
  readAt: (state: AccountState, query: Query<T>) => Promise<WholeBody | undefined>
}

/**
 * Answers a list from one snapshot: records, total and version. Repeated responses are cached until the resource
 * changes.
 */
export async function answerList<T extends Operation>(
  context: ReadContext,
  operation: T,
  resource: VersionedResource,
  readers: ReadPage<T> | PageReaders<T>,
): Promise<ListAnswer> {
  const { app, actor } = context
  const cached = app.replies.get(actor.account, operation.id, context.query)
  const isCurrent = (state: Version): boolean =>
    cached?.epoch === state.epoch && cached.version === state[`${resource}_version`]
  if (context.state && cached && isCurrent(context.state))
    return versionAnswer(context.ifNoneMatch, cached.etag, cached.bytes)
  const query = readQuery(operation, context.query) as Query<T>
  const quick = typeof readers === 'function' || !readers.isOneStatement(query) ? undefined : readers
  const known = context.state
  const knownPage = known && (await quick?.readAt(known, query))
  const read = typeof readers === 'function' ? readers : readers.read
  const readSnapshot = (): Promise<Snapshot> =>
    app.db.read(async (tx) => {
      if (known && !quick) return readBoth(tx, known, (state) => read(tx, state, query))
      const state = await readAccountState(tx, actor.account)
      return { state, page: cached && isCurrent(state) ? cached.bytes : await read(tx, state, query) }
    })
  const snapshot = known && knownPage !== undefined ? { state: known, page: knownPage } : await readSnapshot()
  app.accountStates.set(snapshot.state)
  const { page } = snapshot
  // The state of a slow page may be outdated, so it is not cached.
  const { state, found } = isSlow(page) ? await readSlowPage(context, page) : { state: snapshot.state, found: page }
  const etag = etagOf(state, resource)
  if (found === cached?.bytes) return versionAnswer(context.ifNoneMatch, etag, found)
  const version = state[`${resource}_version`]
  if (!app.replies.isWorthCaching(actor.account, operation.id, context.query, version, countBytes(found)))
    return versionAnswer(context.ifNoneMatch, etag, found)
  const bytes = toBytes(found)
  app.replies.set(actor.account, operation.id, context.query, { epoch: state.epoch, version, etag, bytes })
  return versionAnswer(context.ifNoneMatch, etag, bytes)
}

interface PageMembers extends PageRequest {
  total: number
  [echo: string]: unknown
}

const LIST_START = '{"data":['
const LIST_START_BYTES = Buffer.from(LIST_START)

/**
 * Formats the body of a list. The pagination repeats other members of `page` unless they are `undefined`. `more` is
 * JSON text after it.
 */
export function formatListBody(records: readonly string[], page: PageMembers, more?: string): string
export function formatListBody(records: readonly string[] | JoinedTexts, page: PageMembers, more?: string): WholeBody
export function formatListBody(records: readonly string[] | JoinedTexts, page: PageMembers, more = ''): WholeBody {
  const { limit, offset, total, ...echo } = page
  const { joined, count } = 'joined' in records ? records : { joined: records.join(','), count: records.length }
  const end = `],"pagination":${JSON.stringify({ limit, offset, returned: count, total, ...echo })}${more}}`
  return typeof joined === 'string'
    ? LIST_START + joined + end
    : { before: LIST_START_BYTES, page: joined, after: Buffer.from(end) }
}
