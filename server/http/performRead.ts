import { refuseBody } from './body.ts'
import { checkAccept, chooseMedia } from './accept.ts'
import type { AnyBody, Answer } from '../answer.ts'
import { readPrecondition } from './conditional.ts'
import type { Exchange } from './exchange.ts'
import type { Actor } from '../auth/keys.ts'
import type { AppContext } from '../context.ts'
import type { ReadRoute } from './route.ts'
import { recordId } from './target.ts'

export function performRead(app: AppContext, exchange: Exchange, actor: Actor, route: ReadRoute): Promise<Answer<AnyBody>> {
  const { headers } = exchange
  const { media } = route.operation.reply
  if (media) chooseMedia(headers.accept, media)
  else checkAccept(headers.accept)
  refuseBody(exchange)
  const noneMatch = headers['if-none-match']
  return route.read({
    app,
    actor,
    id: recordId(exchange.id),
    query: exchange.query,
    accept: headers.accept,
    connection: exchange.request.socket,
    ifNoneMatch: noneMatch === undefined ? undefined : readPrecondition('If-None-Match', noneMatch),
  })
}
