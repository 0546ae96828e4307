import type { Input, Operation } from '../../../contract/operation.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { readAccountState, type AccountState, type Versioned } from '../../db/accountState.ts'
import { jsonAnswer, notModified, type Answer } from '../../http/answer.ts'
import { isNotModified } from '../../http/conditional.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'

/** Which part of a list is asked for. */
export interface PageRequest {
  limit: number
  offset: number
}

type Version = Pick<AccountState, 'epoch' | `${Versioned}_version`>

const reply = (context: ReadContext, body: string | Buffer, etag: string): Answer<string | Uint8Array> =>
  context.ifNoneMatch && isNotModified(context.ifNoneMatch, etag) ? notModified(etag) : jsonAnswer(200, body, { etag })

/** ETag of every list of a version: tags are compared per URL and account, so the version says it all. */
const etagOf = (state: Version, resource: Versioned): string => `"${state.epoch.slice(0, 8)}.${state[`${resource}_version`]}"`

/**
 * Answers a list from one snapshot: its records, its total and the version that it is cached under. The bytes of an answer that is asked
 * again are kept until the account's records of that kind change.
 * @param read gives the body's text
 */
export async function answerList<T extends Operation>(
  context: ReadContext,
  operation: T,
  resource: Versioned,
  read: (tx: Tx, state: AccountState, query: Input<T>['query']) => Promise<string>,
): Promise<Answer<string | Uint8Array>> {
  const { app, actor } = context
  const known = app.versions.get(actor.account)
  const cached = app.replies.get(actor.account, operation.id, context.query)
  const isCurrent = (state: Version): boolean => cached?.epoch === state.epoch && cached.version === state[`${resource}_version`]
  if (known && cached && isCurrent(known)) return reply(context, cached.bytes, cached.etag)
  const query = readQuery(operation, context.query) as Input<T>['query']
  const { state, found } = await app.db.read(async (tx) => {
    const state = await readAccountState(tx, actor.account)
    return { state, found: cached && isCurrent(state) ? cached : await read(tx, state, query) }
  })
  app.versions.set(state)
  if (typeof found !== 'string') return reply(context, found.bytes, found.etag)
  const etag = etagOf(state, resource)
  const version = state[`${resource}_version`]
  if (!app.replies.isWorthKeeping(actor.account, operation.id, context.query, version)) return reply(context, found, etag)
  const bytes = Buffer.from(found)
  app.replies.set(actor.account, operation.id, context.query, { epoch: state.epoch, version, etag, bytes })
  return reply(context, bytes, etag)
}

/** The body of a list: records as stored, and what was asked and found. Members that are `undefined` are left out. */
export function listText(
  records: readonly string[],
  page: { limit: number; offset: number; total: number; [echo: string]: unknown },
  more = '',
): string {
  const { limit, offset, total, ...echo } = page
  return `{"data":[${records.join(',')}],"pagination":${JSON.stringify({ limit, offset, returned: records.length, total, ...echo })}${more}}`
}
