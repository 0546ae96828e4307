// Returns versions of the records to open pages. A request may wait for a change: docs/bench.md compares that with
// polling and server-sent events.
import type { getChanges, RecordVersions } from '../../contract/console.ts'
import type { Input, Operation } from '../../contract/operation.ts'
import { hashTag, isNotModified } from '../../platform/http/conditional.ts'
import { jsonAnswer, notModifiedAnswer, type Answer } from '../answer.ts'
import type { Actor } from '../auth/keyCache.ts'
import type { AppContext, UseCaseContext } from '../context/context.ts'
import { readAccountState, type AccountState } from '../db/accountState.ts'
import { checkAccept } from '../http/accept.ts'
import { checkNoBody } from '../http/body.ts'
import { parsePrecondition } from '../http/conditional.ts'
import type { Exchange } from '../http/exchange.ts'
import { readQuery } from '../http/query.ts'
import { identifyBySession } from './identify.ts'

const RESOURCES = ['gear', 'shoots', 'maintenance', 'documents', 'profile'] as const

async function findState(
  { db, accountStates }: UseCaseContext,
  exchange: Exchange,
  { account }: Actor,
): Promise<AccountState> {
  const known = exchange.state ?? accountStates.get(account)
  if (known) return known
  const state = await db.read((tx) => readAccountState(tx, account), { oneStatement: true })
  accountStates.set(state)
  return state
}

function toVersions(state: AccountState, { scopes }: Actor): RecordVersions {
  const readable = RESOURCES.filter((resource) => scopes.has(`${resource}:read`))
  return {
    epoch: state.epoch,
    ...Object.fromEntries(readable.map((resource) => [resource, state[`${resource}_version`]])),
  }
}

/** Waits between two reads of the versions. The wait does not count as work. */
async function waitForCheck(app: Pick<AppContext, 'changeChecks' | 'inFlight'>, exchange: Exchange): Promise<void> {
  const startMs = performance.now()
  app.inFlight -= 1
  await app.changeChecks.next().finally(() => (app.inFlight += 1))
  exchange.startedAtMs += performance.now() - startMs
}

interface Seen {
  state: AccountState
  actor: Actor
  text: string
  etag: string
}

/** @param before versions of an earlier read; caches keep state and actor while they are equal */
async function readVersions(app: UseCaseContext, exchange: Exchange, actor: Actor, before?: Seen): Promise<Seen> {
  const state = await findState(app, exchange, actor)
  if (before?.state === state && before.actor === actor) return before
  const text = JSON.stringify({ data: toVersions(state, actor) })
  return { state, actor, text, etag: hashTag(text) }
}

/** Creates a check if the client already has the versions of an entity tag. @throws AppError invalid_header */
function createIsKnown(ifNoneMatch: string | undefined): (etag: string) => boolean {
  const known = ifNoneMatch === undefined ? undefined : parsePrecondition('If-None-Match', ifNoneMatch)
  return (etag) => known !== undefined && isNotModified(known, etag)
}

/** This route is not audited, since a poll does not read data. */
export async function performChanges(app: AppContext, exchange: Exchange, operation: Operation): Promise<Answer> {
  const { headers } = exchange
  checkAccept(headers.accept)
  checkNoBody(exchange)
  const actor = await identifyBySession(app, exchange, 'console')
  app.rates.count(actor, exchange)
  const { wait_s: waitS } = readQuery(operation, exchange.query) as Input<typeof getChanges>['query']
  const isKnown = createIsKnown(headers['if-none-match'])
  const endMs = performance.now() + waitS * 1000
  let seen = await readVersions(app, exchange, actor)
  while (isKnown(seen.etag)) {
    if (performance.now() >= endMs || app.isStopping || exchange.request.socket.destroyed)
      return notModifiedAnswer(seen.etag)
    await waitForCheck(app, exchange)
    seen = await readVersions(app, exchange, await identifyBySession(app, exchange, 'console'), seen)
  }
  return jsonAnswer(200, seen.text, { etag: seen.etag })
}
