import { say } from '../../../contract/sentences/say.ts'
import { sayOutgoingFault } from '../../../contract/sentences/sayOutgoingFault.ts'
import { MAX_SHEET_BYTES } from '../../../contract/policies.ts'
import { AddressRefused, createGuardedAgent } from '../../../platform/outbound/agent.ts'
import { SheetRefused } from '../../types.ts'
import {
  defineSource,
  SourceUnavailable,
  type FetchedSheet,
  type LastDownload,
  type SheetVersion,
  type SourceDeps,
} from '../source.ts'
import { refuse } from '../refuse.ts'
import { sha256 } from '../sha256.ts'
import { hideQuery, showAddress } from './address.ts'
import { explainPage, explainStatus, isPageType, startsAsPage } from './answers.ts'
import { readAuthorization } from './credentials.ts'
import { adviseLink } from './linkAdvice.ts'
import { Damaged, readBody, TooLarge } from './readBody.ts'
import { outgoingUse, requestSheet, type Answer, type Exchange } from './request.ts'
import { urlSettings, type UrlSettings } from './settings.ts'
import { nameSheet } from './sheetName.ts'

/** Shorter than the five minutes of an activity, which include the connection. */
const TIMEOUT_MS = 200_000
const IDLE_MS = 30_000
/** A Last-Modified is exact only if it is older than the response (RFC 9110 section 8.8.2.2). */
const MIN_AGE_MS = 1000
const MAX_ETAG_LENGTH = 1000
/** Matches certificate errors, which a retry cannot resolve. */
const CERTIFICATE = /CERT|_SIGNATURE|_ISSUER/

const mediaType = (answer: Answer): string => answer.header('content-type').split(';')[0]?.trim().toLowerCase() ?? ''

const parseAddress = ({ address }: UrlSettings): URL => {
  const url = URL.parse(address)
  if (!url) throw new Error('an address was not refused with its settings')
  return url
}

const hashLocation = (settings: UrlSettings): string => sha256(JSON.stringify(settings))

/** Creates the version to store, if the next request can use its validators. */
function readVersion(answer: Answer, locationSha256: string): SheetVersion | undefined {
  const etag = answer.header('etag')
  const lastModified = answer.header('last-modified')
  const isExact = Date.parse(answer.header('date')) - Date.parse(lastModified) >= MIN_AGE_MS
  const known = { locationSha256, urlSha256: sha256(answer.url.href) }
  if (etag !== '' && etag.length <= MAX_ETAG_LENGTH) return { ...known, etag, lastModified: null }
  return isExact ? { ...known, etag: null, lastModified } : undefined
}

async function readSheet(answer: Answer, exchange: Exchange, settings: UrlSettings): Promise<FetchedSheet> {
  const { address, signal } = exchange
  const where = showAddress(address)
  if (answer.status !== 200)
    throw explainStatus(answer.status, where, settings, answer.leftOrigin, answer.header('retry-after'))
  const contentType = mediaType(answer)
  if (isPageType(contentType)) throw explainPage(where, address, answer.url)
  const encoding = answer.header('content-encoding').trim().toLowerCase()
  const declaredBytes = Number.parseInt(answer.header('content-length'), 10)
  const bytes = await readBody({ stream: answer.body, encoding, declaredBytes }, MAX_SHEET_BYTES, signal)
  if (startsAsPage(bytes)) throw explainPage(where, address, answer.url)
  const name = nameSheet({
    address,
    url: answer.url,
    contentType,
    disposition: answer.header('content-disposition'),
    bytes,
  })
  const version = readVersion(answer, hashLocation(settings))
  return { name, bytes, ...(version === undefined ? {} : { version }) }
}

/** True for a 304 of the URL whose validators were sent; others did not get a conditional request. */
const isUnchanged = ({ status, url }: Answer, last: SheetVersion): boolean =>
  status === 304 && last.urlSha256 === sha256(url.href)

async function fetchUnlessUnchanged(
  exchange: Exchange,
  settings: UrlSettings,
  last: LastDownload | undefined,
): Promise<FetchedSheet> {
  const answer = await requestSheet(exchange, last)
  if (last === undefined || !isUnchanged(answer, last)) return readSheet(answer, exchange, settings)
  const bytes = await last.readBytes()
  if (bytes === undefined) return readSheet(await requestSheet(exchange, undefined), exchange, settings)
  const { readBytes: _, name, ...version } = last
  return { name, bytes, version }
}

/** Converts errors for people. It omits messages of the connection, because they may contain an address. */
function explainError(
  error: unknown,
  where: string,
  { signal, timeoutMs = TIMEOUT_MS }: SourceDeps,
  deadline: AbortSignal,
): unknown {
  if (error instanceof SheetRefused || error instanceof SourceUnavailable) return error
  if (signal?.aborted) return signal.reason
  if (deadline.aborted) return refuse(say('address_too_slow', { address: where, seconds: timeoutMs / 1000 }))
  if (error instanceof TooLarge) return refuse(say('address_too_large', { address: where }))
  if (error instanceof Damaged) return refuse(say('address_damaged', { address: where }))
  if (error instanceof AddressRefused)
    return refuse(say('address_forbidden', { address: where }), sayOutgoingFault(error, outgoingUse))
  const { code } = error as NodeJS.ErrnoException
  if (typeof code !== 'string') return error
  if (!CERTIFICATE.test(code)) return new SourceUnavailable(say('address_unreachable', { address: where, code }))
  return refuse(say('certificate_untrusted', { address: where, code }))
}

async function fetchUrl(settings: UrlSettings, deps: SourceDeps): Promise<FetchedSheet> {
  const address = parseAddress(settings)
  const where = showAddress(address)
  const advice = adviseLink(address)
  if (advice !== undefined) throw refuse(say('address_of_no_file', { address: where }), advice)
  address.hash = ''
  const authorization = readAuthorization(settings, deps.readSecret)
  const last = await deps.lastDownload(hashLocation(settings))
  const deadline = AbortSignal.timeout(deps.timeoutMs ?? TIMEOUT_MS)
  const signal = deps.signal ? AbortSignal.any([deadline, deps.signal]) : deadline
  const dispatcher = createGuardedAgent(deps.allow)
  try {
    const exchange = {
      address,
      authorization,
      allow: deps.allow,
      dispatcher,
      signal,
      idleMs: deps.idleTimeoutMs ?? IDLE_MS,
    }
    return await fetchUnlessUnchanged(exchange, settings, last)
  } catch (error) {
    throw explainError(error, where, deps, deadline)
  } finally {
    await dispatcher.destroy()
  }
}

/** A file from a web server: a published sheet, a share link, an object of a storage service. */
export const urlSource = defineSource({
  settings: urlSettings,
  locationOf: (settings) => showAddress(parseAddress(settings)),
  omitSecrets: (settings) => ({ ...settings, address: hideQuery(settings.address) }),
  hashLocation,
  fetch: fetchUrl,
})
