import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { SettingsError } from '../../config/config.ts'
import { kinds } from '../../calendars/kinds/all.ts'
import type { Calendar } from '../../calendars/settings.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { loadFeed, renderStoredCalendar, withDefaultName, type CalendarContext } from '../calendars/storedCalendar.ts'
import { createRefresher, type RefreshLimits } from '../calendars/refresher.ts'
import { toFeedPath, findFeed } from '../calendars/token.ts'
import { storeFeedContentHash, listFeeds, recordFeedFetch, type FeedRow } from '../../state/calendarFeeds.ts'
import { acceptsGzip, isNotModified } from './conditional.ts'
import { IngressError, createUnavailableError } from './problem.ts'
import type { IngressAnswer, IngressRequest, IngressRoute } from './route.ts'

const SECOND_MS = 1000

const compress = promisify(gzip)
const hashSha256 = (bytes: string | Uint8Array): string => hash('sha256', bytes, 'hex')

/** Same text as for an unknown path, so that a response does not reveal whether a token was ever valid. */
const notFound = (): IngressError => new IngressError('not_found', 'There is nothing here.')

async function findCalendar(context: CalendarContext, { calendar: id }: FeedRow): Promise<Calendar> {
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

/** Returns when the feed's content last changed. Each version gets a different second, the resolution of Last-Modified. */
async function updateLastModified(context: CalendarContext, feed: FeedRow, text: string): Promise<number> {
  const { content_sha256: previousSha256, modified_at: modifiedAt } = feed
  const currentSha256 = hashSha256(text)
  if (previousSha256 === currentSha256 && modifiedAt !== null) return Date.parse(modifiedAt)
  const modifiedMs = Math.max(context.clock.nowMs(), modifiedAt === null ? 0 : Date.parse(modifiedAt) + SECOND_MS)
  await context.state.write((tx) => storeFeedContentHash(tx, feed.calendar, currentSha256, toIsoTime(modifiedMs)))
  return modifiedMs
}

async function toResponse(context: CalendarContext, { headers }: IngressRequest, text: string, modifiedMs: number): Promise<IngressAnswer> {
  const isCompressed = acceptsGzip(headers['accept-encoding'])
  const body = isCompressed ? await compress(text) : Buffer.from(text)
  const etag = `"${hashSha256(body)}"`
  const common = {
    etag,
    // Not sent when it is in the future: clients could not use it in If-Modified-Since.
    ...(modifiedMs <= context.clock.nowMs() && { 'last-modified': new Date(modifiedMs).toUTCString() }),
    'cache-control': 'private, max-age=900',
    vary: 'accept-encoding',
    'x-robots-tag': 'noindex',
  }
  if (isNotModified(headers, { etag, modifiedMs })) return { status: 304, headers: common }
  const type = { 'content-type': 'text/calendar; charset=utf-8', ...(isCompressed && { 'content-encoding': 'gzip' }) }
  return { status: 200, headers: { ...common, ...type }, body }
}

/**
 * Serves feeds at `/calendars/<token>.ics`. Refreshes its records at most every `maxAgeMs` and waits up to `maxWaitMs`. If the API does not answer, serves
 * the stored ones.
 */
export function calendarRoute(context: CalendarContext, times: RefreshLimits = {}): IngressRoute {
  const refresh = createRefresher(context, times)
  const handle = async (request: IngressRequest): Promise<IngressAnswer> => {
    const token = request.params['token'] ?? ''
    const tokenFeed = findFeed(await context.state.read(listFeeds), token)
    if (!tokenFeed) throw notFound()
    const calendar = await findCalendar(context, tokenFeed)
    await refresh(calendar.shows)
    const feed = await context.state.write(async (tx) => {
      await recordFeedFetch(tx, calendar.id, toIsoTime(context.clock.nowMs()))
      return loadFeed(tx, calendar)
    })
    const url = context.publicUrl + toFeedPath(token)
    const text = await renderStoredCalendar(context, { calendar: withDefaultName(calendar), revision: feed.revision, url })
    if (text === undefined) throw createUnavailableError(`The ${kinds[calendar.shows].noun.many} could not be read yet. Ask again later.`)
    return toResponse(context, request, text, await updateLastModified(context, feed, text))
  }
  return { name: 'calendar', methods: ['GET', 'HEAD'], path: toFeedPath('{token}'), handle }
}
