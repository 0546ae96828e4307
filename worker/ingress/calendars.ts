import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { SettingsError } from '../../config/config.ts'
import { kinds } from '../../calendars/kinds/all.ts'
import type { Calendar } from '../../calendars/settings.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { WholeAnswer } from '../../platform/http/answer.ts'
import { hasCurrentVersion } from '../../platform/http/conditional.ts'
import { loadFeed, renderStoredCalendar, withDefaultName, type RenderContext } from '../calendars/storedCalendar.ts'
import { createRefresher, type RefreshContext, type RefreshLimits } from '../calendars/refresher.ts'
import { toFeedPath, findFeed } from '../calendars/token.ts'
import {
  replaceFeedContentHash,
  listFeeds,
  recordFeedFetch,
  type FeedRow,
} from '../../state/calendars/calendarFeeds.ts'
import { readLeaseClockMs } from '../../state/hosts/leaseClock.ts'
import { acceptsGzip } from './acceptsGzip.ts'
import { IngressError, createUnavailableError } from './problem.ts'
import type { IngressRequest, IngressRoute } from './route.ts'
import type { RunContext, SettingsAccess, StateAccess, WorkerContext } from '../context/context.ts'

const SECOND_MS = 1000

const compress = promisify(gzip)
const hashSha256 = (bytes: string | Uint8Array): string => hash('sha256', bytes, 'hex')

/**
 * Creates the error for an invalid token. It equals that of an unknown path, so that a response does not reveal if a
 * token was ever valid.
 */
const notFound = (): IngressError => new IngressError('not_found', 'There is nothing here.')

/** A rendered feed. All times are of the clock that the account's workers share, so that their responses are equal. */
interface Rendered {
  text: string
  modifiedMs: number
  nowMs: number
}

export type CalendarContext = RefreshContext & RenderContext & SettingsAccess & Pick<WorkerContext, 'publicUrl'>

async function findCalendar(
  context: Pick<RunContext, 'log' | 'settings'>,
  { calendar: id }: FeedRow,
): Promise<Calendar> {
  try {
    const { calendars } = await context.settings.read()
    const calendar = calendars.find((candidate) => candidate.id === id)
    if (calendar) return calendar
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    context.log.warn({ err: error }, 'calendars are not served: kitroom.yaml cannot be used')
    throw createUnavailableError('The calendar cannot be made now.', error)
  }
  throw notFound()
}

/**
 * Finds the time of the feed's last change, which is equal on each worker. Each version gets a different second, the
 * resolution of Last-Modified.
 * @returns undefined if another worker has stored a version since `feed` was read: this text may be the older one
 */
async function updateLastModified(
  { state }: StateAccess,
  feed: FeedRow,
  text: string,
  nowMs: number,
): Promise<number | undefined> {
  const { content_sha256: previousSha256, modified_at: modifiedAt } = feed
  const currentSha256 = hashSha256(text)
  if (previousSha256 === currentSha256 && modifiedAt !== null) return Date.parse(modifiedAt)
  const modifiedMs = Math.max(nowMs, modifiedAt === null ? 0 : Date.parse(modifiedAt) + SECOND_MS)
  const stored = await state.write((tx) => replaceFeedContentHash(tx, feed, currentSha256, toIsoTime(modifiedMs)))
  return stored === 0 ? undefined : modifiedMs
}

async function toResponse({ headers }: IngressRequest, { text, modifiedMs, nowMs }: Rendered): Promise<WholeAnswer> {
  const isCompressed = acceptsGzip(headers['accept-encoding'])
  const body = isCompressed ? await compress(text) : Buffer.from(text)
  const etag = `"${hashSha256(body)}"`
  const common = {
    etag,
    // Date must not precede Last-Modified: another worker may have stored a version after `nowMs`, and a second version
    // in one second gets the time of the next.
    date: new Date(Math.max(nowMs, modifiedMs)).toUTCString(),
    'last-modified': new Date(modifiedMs).toUTCString(),
    'cache-control': 'private, max-age=900',
    vary: 'accept-encoding',
    'x-robots-tag': 'noindex',
  }
  if (hasCurrentVersion(headers, { etag, modifiedMs })) return { status: 304, headers: common }
  const type = { 'content-type': 'text/calendar; charset=utf-8', ...(isCompressed && { 'content-encoding': 'gzip' }) }
  return { status: 200, headers: { ...common, ...type }, body }
}

/**
 * Serves feeds at `/calendars/<token>.ics`. It refreshes the records at most every `maxAgeMs` and waits up to
 * `maxWaitMs`. If the API does not answer, it serves the stored ones.
 */
export function calendarRoute(context: CalendarContext, times: RefreshLimits = {}): IngressRoute {
  const refresh = createRefresher(context, times)
  const render = async (calendar: Calendar, token: string): Promise<Rendered> => {
    const nowMs = await readLeaseClockMs(context.state, context.clock)
    const feed = await context.state.write(async (tx) => {
      await recordFeedFetch(tx, calendar.id, toIsoTime(nowMs))
      return loadFeed(tx, calendar)
    })
    const url = context.publicUrl + toFeedPath(token)
    const text = await renderStoredCalendar(context, {
      calendar: withDefaultName(calendar),
      revision: feed.revision,
      url,
      nowMs,
    })
    if (text === undefined)
      throw createUnavailableError(`The ${kinds[calendar.shows].noun.many} could not be read yet. Ask again later.`)
    const modifiedMs = await updateLastModified(context, feed, text, nowMs)
    return modifiedMs === undefined ? render(calendar, token) : { text, modifiedMs, nowMs }
  }
  const handle = async (request: IngressRequest): Promise<WholeAnswer> => {
    const token = request.params['token'] ?? ''
    const tokenFeed = findFeed(await context.state.read(listFeeds), token)
    if (!tokenFeed) throw notFound()
    const calendar = await findCalendar(context, tokenFeed)
    await refresh(calendar.shows)
    return toResponse(request, await render(calendar, token))
  }
  return { name: 'calendar', methods: ['GET', 'HEAD'], path: toFeedPath('{token}'), handle }
}
