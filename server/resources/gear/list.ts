import { listGear } from '../../../contract/gear.ts'
import type { Input } from '../../../contract/operation.ts'
import { foldTag } from '../../../platform/fold.ts'
import { readAccountState, type AccountState } from '../../db/accountState.ts'
import { sumCounters } from '../../db/counters.ts'
import { jsonAnswer, notModified, type Answer } from '../../http/answer.ts'
import { isNotModified } from '../../http/conditional.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { createOrderMarks } from './orderMarks.ts'
import { pageOfGear } from './page.ts'
import { searchGear } from './search.ts'

type Query = Input<typeof listGear>['query']

const marks = createOrderMarks()

function replyText(query: Query, records: string[], total: number): string {
  const { limit, offset, type } = query
  const pagination = JSON.stringify({ limit, offset, returned: records.length, total, type })
  return `{"data":[${records.join(',')}],"pagination":${pagination}}`
}

/** Answers and totals come from one snapshot, and so does the version that the answer is cached under. */
async function read(context: ReadContext, query: Query): Promise<{ state: AccountState; text: string }> {
  const { app, actor } = context
  const { type, status, q, asset_tag: tag, serial_number: serial } = query
  return app.db.read(async (tx) => {
    const state = await readAccountState(tx, actor.account)
    const search = { type, status, q, tagKey: tag === undefined ? undefined : foldTag(tag), serial }
    const { records, total } =
      q === undefined && tag === undefined && serial === undefined
        ? await pageOfGear(tx, state, marks, type, status, query)
        : await searchGear(tx, actor.account, search, query, sumCounters(state.counters, 'gear'))
    return { state, text: replyText(query, records, total) }
  })
}

/** ETag of every list of a version: tags are compared per URL and account, so the version says it all. */
const etagOfVersion = (state: AccountState): string => `"${state.epoch.slice(0, 8)}.${state.gear_version}"`

const reply = (context: ReadContext, body: string | Buffer, etag: string): Answer<string | Uint8Array> =>
  context.ifNoneMatch && isNotModified(context.ifNoneMatch, etag) ? notModified(etag) : jsonAnswer(200, body, { etag })

/** Lists gear, newest first. The bytes of an answer that is asked again are kept until the account's gear changes. */
export async function listGearItems(context: ReadContext): Promise<Answer<string | Uint8Array>> {
  const { app, actor } = context
  const known = app.versions.get(actor.account)
  const cached = app.replies.get(actor.account, listGear.id, context.query)
  if (known && cached && cached.epoch === known.epoch && cached.version === known.gear_version) return reply(context, cached.bytes, cached.etag)
  const query = readQuery(listGear, context.query) as Query
  const { state, text } = await read(context, query)
  app.versions.set(state)
  const etag = etagOfVersion(state)
  if (!app.replies.isWorthKeeping(actor.account, listGear.id, context.query, state.gear_version)) return reply(context, text, etag)
  const bytes = Buffer.from(text)
  app.replies.set(actor.account, listGear.id, context.query, { epoch: state.epoch, version: state.gear_version, etag, bytes })
  return reply(context, bytes, etag)
}
