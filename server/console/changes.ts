// Versions of the records, for the polls of open pages. Measured against server-sent events in docs/bench.md.
import { hash } from 'node:crypto'
import type { RecordVersions } from '../../contract/console.ts'
import type { Operation } from '../../contract/operation.ts'
import { isNotModified } from '../../platform/http/entityTags.ts'
import { jsonAnswer, notModifiedAnswer, type Answer } from '../answer.ts'
import type { Actor } from '../auth/keyCache.ts'
import type { AppContext } from '../context.ts'
import { readAccountState, type AccountState } from '../db/accountState.ts'
import { checkAccept } from '../http/accept.ts'
import { checkNoBody } from '../http/body.ts'
import { parsePrecondition } from '../http/conditional.ts'
import type { Exchange } from '../http/exchange.ts'
import { readQuery } from '../http/query.ts'
import { identifyBySession } from './identify.ts'

const RESOURCES = ['gear', 'shoots', 'maintenance', 'documents', 'profile'] as const

async function findState({ db, accountStates }: AppContext, exchange: Exchange, { account }: Actor): Promise<AccountState> {
  const known = exchange.state ?? accountStates.get(account)
  if (known) return known
  const state = await db.read((tx) => readAccountState(tx, account), { oneStatement: true })
  accountStates.set(state)
  return state
}

function toVersions(state: AccountState, { scopes }: Actor): RecordVersions {
  const readable = RESOURCES.filter((resource) => scopes.has(`${resource}:read`))
  return { epoch: state.epoch, ...Object.fromEntries(readable.map((resource) => [resource, state[`${resource}_version`]])) }
}

/** An open route, since a poll is no reading of data that an audit should name. */
export async function performChanges(app: AppContext, exchange: Exchange, operation: Operation): Promise<Answer> {
  const { headers } = exchange
  checkAccept(headers.accept)
  checkNoBody(exchange)
  const actor = await identifyBySession(app, exchange, 'console')
  app.rates.count(actor, exchange)
  readQuery(operation, exchange.query)
  const text = JSON.stringify({ data: toVersions(await findState(app, exchange, actor), actor) })
  const etag = `"${hash('sha256', text, 'hex').slice(0, 32)}"`
  const { 'if-none-match': ifNoneMatch } = headers
  if (ifNoneMatch !== undefined && isNotModified(parsePrecondition('If-None-Match', ifNoneMatch), etag)) return notModifiedAnswer(etag)
  return jsonAnswer(200, text, { etag })
}
