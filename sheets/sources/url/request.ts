import { say } from '../../../contract/sentences/say.ts'
import { sayOutgoingFault } from '../../../contract/sentences/sayOutgoingFault.ts'
import { request, type Dispatcher } from 'undici'
import type { AllowList } from '../../../platform/outbound/allowList.ts'
import { toTarget } from '../../../platform/outbound/checkUrl.ts'
import { findTargetFault } from '../../../platform/outbound/targetFaults.ts'
import type { SheetVersion } from '../source.ts'
import { refuse } from '../refuse.ts'
import { sha256 } from '../sha256.ts'
import { showAddress } from './address.ts'

const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const ACCEPT =
  'text/csv, text/tab-separated-values, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, */*;q=0.5'

/** For refusals of addresses. */
export const outgoingUse = { purpose: 'source', variable: 'KITROOM_SOURCE_ALLOW' } as const

export interface Exchange {
  address: URL
  authorization: string | undefined
  allow: AllowList
  dispatcher: Dispatcher
  signal: AbortSignal
  idleMs: number
}

export interface Answer {
  status: number
  /** The URL that answered, after redirects. */
  url: URL
  /** True if a redirect led to another origin. */
  leftOrigin: boolean
  /** Returns a header's first value; empty without the header. */
  header(name: string): string
  body: Dispatcher.ResponseData['body']
}

async function send(
  exchange: Exchange,
  url: URL,
  headers: Record<string, string>,
): Promise<Omit<Answer, 'url' | 'leftOrigin'>> {
  const { dispatcher, signal, idleMs } = exchange
  const {
    statusCode,
    headers: received,
    body,
  } = await request(url, { dispatcher, signal, headers, headersTimeout: idleMs, bodyTimeout: idleMs })
  const header = (name: string): string => [received[name] ?? ''].flat()[0] ?? ''
  return { status: statusCode, header, body }
}

/**
 * Creates the conditional headers. Only the URL that gave the validators gets them: another may use the same ETag for
 * another sheet.
 */
function conditionsFor(url: URL, last: SheetVersion | undefined): Record<string, string> {
  if (last === undefined || last.urlSha256 !== sha256(url.href)) return {}
  const conditions: Record<string, string> = {}
  if (last.etag !== null) conditions['if-none-match'] = last.etag
  if (last.lastModified !== null) conditions['if-modified-since'] = last.lastModified
  return conditions
}

function findNext(answer: Omit<Answer, 'url' | 'leftOrigin'>, url: URL, where: string): URL | undefined {
  const location = answer.header('location')
  if (!REDIRECTS.has(answer.status) || location === '') return undefined
  const next = URL.parse(location, url)
  if (!next || next.username !== '' || next.password !== '') throw refuse(say('redirect_unusable', { address: where }))
  if (url.protocol === 'https:' && next.protocol !== 'https:')
    throw refuse(say('redirect_unencrypted', { address: where, host: next.host }))
  next.hash = ''
  return next
}

/**
 * Sends a GET and follows redirects, each to a checked address. Credentials stay with the first origin; cookies are
 * ignored.
 * @param last the version that a conditional request names
 * @throws SheetRefused for an address that may not be reached or too many redirects; errors of the connection
 */
export async function requestSheet(exchange: Exchange, last: SheetVersion | undefined): Promise<Answer> {
  const where = showAddress(exchange.address)
  let url = exchange.address
  let leftOrigin = false
  for (let redirects = 0; ; redirects++) {
    const target = toTarget(url)
    const fault = findTargetFault(target, exchange.allow)
    if (fault !== undefined)
      throw refuse(
        redirects === 0
          ? say('address_forbidden', { address: where })
          : say('redirect_to', { address: where, host: url.host }),
        sayOutgoingFault({ reason: fault.reason, port: target.port }, outgoingUse),
      )
    const answer = await send(exchange, url, {
      accept: ACCEPT,
      'accept-encoding': 'identity',
      'user-agent': 'kitroom-worker',
      ...(exchange.authorization === undefined || leftOrigin ? {} : { authorization: exchange.authorization }),
      ...conditionsFor(url, last),
    })
    const next = findNext(answer, url, where)
    if (!next) return { ...answer, url, leftOrigin }
    answer.body.on('error', () => undefined).destroy()
    if (redirects === MAX_REDIRECTS) throw refuse(say('too_many_redirects', { address: where, limit: MAX_REDIRECTS }))
    leftOrigin ||= next.origin !== url.origin
    url = next
  }
}
