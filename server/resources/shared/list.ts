import type { Input, Operation } from '../../../contract/operation.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { readAccountState, type AccountState, type VersionedResource } from '../../db/accountState.ts'
import { findEtagSuffix } from '../../db/recordSchema.ts'
import { jsonAnswer, notModifiedAnswer, type Answer } from '../../answer.ts'
import { isNotModified } from '../../../platform/http/entityTags.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'

export interface PageRequest {
  limit: number
  offset: number
}

export interface FoundRecords {
  records: string[]
  total: number
}

/** A page that is too slow for the event loop. `read(tx, input)` of the module reads it in another thread or connection. */
export interface SlowPageRead {
  module: URL
  input: { account: string }
  text: (found: FoundRecords, state: AccountState) => string
}

type Version = Pick<AccountState, 'epoch' | `${VersionedResource}_version`>

const toReply = (context: ReadContext, body: string | Buffer, etag: string): Answer<string | Uint8Array> =>
  context.ifNoneMatch && isNotModified(context.ifNoneMatch, etag) ? notModifiedAnswer(etag) : jsonAnswer(200, body, { etag })

/** ETag of all lists of a version: tags are compared per URL and account, so the version suffices. */
const etagOf = (state: Version, resource: VersionedResource): string =>
  `"${state.epoch.slice(0, 8)}.${state[`${resource}_version`]}${findEtagSuffix(resource)}"`

const isSlow = (page: string | Uint8Array | SlowPageRead): page is SlowPageRead => typeof page === 'object' && 'module' in page

/** Reads a slow page on its own snapshot. A disconnecting client cancels it. */
async function readSlowPage(context: ReadContext, { module, input, text }: SlowPageRead): Promise<{ state: AccountState; found: string }> {
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

/** Reads state and page of one snapshot in one round trip. If the state has changed since it was known, the page is read again. */
async function readBoth<Page>(
  tx: Tx,
  known: AccountState,
  read: (state: AccountState) => Promise<Page>,
): Promise<{ state: AccountState; page: Page }> {
  const [state, page] = await Promise.all([readAccountState(tx, known.account_id), read(known)])
  const isUnchanged = state.epoch === known.epoch && state.event_seq === known.event_seq && state.record_schema_seq === known.record_schema_seq
  return { state, page: isUnchanged ? page : await read(state) }
}

/**
 * Answers a list from one snapshot: records, total and version. Repeated answers are cached until the
 * resource changes. @param read returns the body, or how to read it off the event loop
 */
export async function answerList<T extends Operation>(
  context: ReadContext,
  operation: T,
  resource: VersionedResource,
  read: (tx: Tx, state: AccountState, query: Input<T>['query']) => Promise<string | SlowPageRead>,
): Promise<Answer<string | Uint8Array>> {
  const { app, actor } = context
  const cached = app.replies.get(actor.account, operation.id, context.query)
  const isCurrent = (state: Version): boolean => cached?.epoch === state.epoch && cached.version === state[`${resource}_version`]
  if (context.state && cached && isCurrent(context.state)) return toReply(context, cached.bytes, cached.etag)
  const query = readQuery(operation, context.query) as Input<T>['query']
  const snapshot = await app.db.read(async (tx) => {
    if (context.state) return readBoth(tx, context.state, (state) => read(tx, state, query))
    const state = await readAccountState(tx, actor.account)
    return { state, page: cached && isCurrent(state) ? cached.bytes : await read(tx, state, query) }
  })
  app.accountStates.set(snapshot.state)
  const { page } = snapshot
  // The state of a slow page may be outdated, so it is not cached.
  const { state, found } = isSlow(page) ? await readSlowPage(context, page) : { state: snapshot.state, found: page }
  const etag = etagOf(state, resource)
  if (typeof found !== 'string') return toReply(context, found, etag)
  const version = state[`${resource}_version`]
  if (!app.replies.isWorthCaching(actor.account, operation.id, context.query, version)) return toReply(context, found, etag)
  const bytes = Buffer.from(found)
  app.replies.set(actor.account, operation.id, context.query, { epoch: state.epoch, version, etag, bytes })
  return toReply(context, bytes, etag)
}

/** The body of a list. Other members of `page` are repeated in the pagination unless `undefined`. `more` is JSON text after it. */
export function formatListBody(
  records: readonly string[],
  page: { limit: number; offset: number; total: number; [echo: string]: unknown },
  more = '',
): string {
  const { limit, offset, total, ...echo } = page
  return `{"data":[${records.join(',')}],"pagination":${JSON.stringify({ limit, offset, returned: records.length, total, ...echo })}${more}}`
}
