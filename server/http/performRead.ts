import { checkNoBody } from './body.ts'
import { checkAccept, negotiateMediaType } from './accept.ts'
import type { AnyBody, Answer } from '../answer.ts'
import { parsePrecondition } from './conditional.ts'
import type { Exchange } from './exchange.ts'
import type { Actor } from '../auth/keyCache.ts'
import type { AppContext } from '../context/context.ts'
import type { ReadRoute } from './route.ts'
import { toRecordId } from './target.ts'

export function performRead(
  app: AppContext,
  exchange: Exchange,
  actor: Actor,
  route: ReadRoute,
): Promise<Answer<AnyBody>> {
  const { headers } = exchange
  const { media } = route.operation.reply
  if (media) negotiateMediaType(headers.accept, media)
  else checkAccept(headers.accept)
  checkNoBody(exchange)
  const noneMatch = headers['if-none-match']
  return route.read({
    app,
    actor,
    state: exchange.state ?? app.accountStates.get(actor.account),
    id: toRecordId(exchange.id),
    query: exchange.query,
    accept: headers.accept,
    connection: exchange.request.socket,
    ifNoneMatch: noneMatch === undefined ? undefined : parsePrecondition('If-None-Match', noneMatch),
  })
}
