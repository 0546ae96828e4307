import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { SettingsError } from '../../config/config.ts'
import type { Calendar } from '../../calendars/settings.ts'
import { isoTime } from '../../platform/clock.ts'
import { loadFeed, makeCalendar, namedCalendar, type CalendarContext } from '../calendars/makeCalendar.ts'
import { createRefresher, type RefreshTimes } from '../calendars/refresher.ts'
import { feedPath, findFeed } from '../calendars/token.ts'
import { readConfig } from '../sources.ts'
import { storeContent, listFeeds, markFetched, type FeedRow } from '../../state/calendarFeeds.ts'
import { acceptsGzip, isNotModified } from './conditional.ts'
import { IngressError, unavailable } from './problem.ts'
import type { IngressAnswer, IngressRequest, IngressRoute } from './route.ts'

const PATH = /^\/calendars\/([^/]{1,200})\.ics$/
const SECOND_MS = 1000

const compress = promisify(gzip)
const sha256 = (bytes: string | Uint8Array): string => hash('sha256', bytes, 'hex')

/** Same text as for an unknown path, so that a response does not reveal whether a token was ever valid. */
const notFound = (): IngressError => new IngressError('not_found', 'There is nothing here.')

async function findCalendar(context: CalendarContext, { calendar: id }: FeedRow): Promise<Calendar> {
  try {
    const { calendars } = await readConfig(context.configFile)
    const calendar = calendars.find((candidate) => candidate.id === id)
    if (calendar) return calendar
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    context.log.warn({ err: error }, 'calendars are not served: kitroom.yaml cannot be used')
    throw unavailable('The calendar cannot be made now.', error)
  }
  throw notFound()
}

/** When the feed's content last changed. Versions get different seconds, the resolution of Last-Modified. */
async function updateLastModified(context: CalendarContext, feed: FeedRow, text: string): Promise<number> {
  const { content_sha256: before, modified_at: modifiedAt } = feed
  const now = sha256(text)
  if (before === now && modifiedAt !== null) return Date.parse(modifiedAt)
  const atMs = Math.max(context.clock.nowMs(), modifiedAt === null ? 0 : Date.parse(modifiedAt) + SECOND_MS)
  await context.state.write((tx) => storeContent(tx, feed.calendar, now, isoTime(atMs)))
  return atMs
}

async function toResponse(context: CalendarContext, { headers }: IngressRequest, text: string, modifiedMs: number): Promise<IngressAnswer> {
  const isCompressed = acceptsGzip(headers['accept-encoding'])
  const body = isCompressed ? await compress(text) : Buffer.from(text)
  const etag = `"${sha256(body)}"`
  const common = {
    etag,
    // Clients cannot send a future date back.
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
 * Serves feeds at `/calendars/<token>.ics`. Refreshes shoots at most every `freshMs` and waits up to `waitMs`; without the API it serves the stored
 * shoots.
 */
export function calendarRoute(context: CalendarContext, times: RefreshTimes = {}): IngressRoute {
  const refresh = createRefresher(context, times)
  const handle = async (request: IngressRequest): Promise<IngressAnswer> => {
    const token = request.params['token'] ?? ''
    const known = findFeed(await context.state.read(listFeeds), token)
    if (!known) throw notFound()
    const calendar = await findCalendar(context, known)
    await refresh()
    const feed = await context.state.write(async (tx) => {
      await markFetched(tx, calendar.id, isoTime(context.clock.nowMs()))
      return loadFeed(tx, calendar)
    })
    const url = context.publicUrl + feedPath(token)
    const text = await makeCalendar(context, { calendar: namedCalendar(calendar), revision: feed.revision, url })
    if (text === undefined) throw unavailable('The shoots could not be read yet. Ask again later.')
    return toResponse(context, request, text, await updateLastModified(context, feed, text))
  }
  return {
    name: 'calendar',
    methods: ['GET', 'HEAD'],
    match: (path) => {
      const token = PATH.exec(path)?.[1]
      return token === undefined ? undefined : { token }
    },
    handle,
  }
}
