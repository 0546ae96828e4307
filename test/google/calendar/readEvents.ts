import type { ApiCall, Handler } from '../call.ts'
import { createFullSyncRequired, createInvalid, createInvalidParameter, createTimeRangeEmpty } from './errors.ts'
import type { CalendarEvent } from './event.ts'
import { toEpochMs } from './eventTimes.ts'
import { findEvent, findTimeZone, limitToRole, openCalendar } from './openCalendar.ts'
import type { StoredCalendar } from './storedCalendar.ts'

const DEFAULT_PAGE_SIZE = 250
const MAX_PAGE_SIZE = 2500

export const getEvent: Handler = (call) => {
  const { calendar, role } = openCalendar(call)
  return limitToRole(findEvent(calendar, call), role)
}

/** Parameters that may differ between the pages of a list. */
const freeParameters = new Set([
  'alt',
  'fields',
  'key',
  'maxResults',
  'oauth_token',
  'pageToken',
  'prettyPrint',
  'quotaUser',
  'syncToken',
  'userIp',
])

/** Filters that a list by sync token may not have. */
const filters = ['privateExtendedProperty', 'timeMin', 'timeMax']

/** @param isLeftOut parameters that may differ too */
function describeParameters(query: URLSearchParams, isLeftOut: (name: string) => boolean = () => false): string {
  const sorted = new URLSearchParams([...query].filter(([name]) => !freeParameters.has(name) && !isLeftOut(name)))
  sorted.sort()
  return sorted.toString()
}

/** @returns milliseconds since 1970. @throws GoogleError */
function parseBound(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const atMs = /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(atMs)) throw createInvalid('Bad Request', 'badRequest')
  return Math.floor(atMs / 1000) * 1000
}

/** Several constraints match events that have one of them. @throws GoogleError */
function createPropertyFilter(query: URLSearchParams): (event: CalendarEvent) => boolean {
  const constraints = query.getAll('privateExtendedProperty').map((text) => /^([^=]+)=(.*)$/s.exec(text))
  if (constraints.includes(null)) throw createInvalidParameter('Invalid Value', 'privateExtendedProperty')
  return ({ extendedProperties }) =>
    constraints.length === 0 ||
    constraints.some((match) => extendedProperties?.private?.[match?.[1] ?? ''] === match?.[2])
}

/** @throws GoogleError */
function createTimeFilter(query: URLSearchParams, timeZone: string): (event: CalendarEvent) => boolean {
  const [minMs = -Infinity, maxMs = Infinity] = [parseBound(query, 'timeMin'), parseBound(query, 'timeMax')]
  if (minMs >= maxMs) throw createTimeRangeEmpty()
  return ({ start, end }) => toEpochMs(end, timeZone) > minMs && toEpochMs(start, timeZone) < maxMs
}

interface List {
  ids: string[]
  revision: number
  isSync: boolean
}

/** The first page of a list by sync token. @throws GoogleError */
function startSync(calendar: StoredCalendar, query: URLSearchParams, syncToken: string): List {
  const filter = filters.find((name) => query.has(name))
  if (filter !== undefined)
    throw createInvalidParameter(`${filter} cannot be specified together with a sync token.`, 'syncToken')
  if (query.get('showDeleted') === 'false')
    throw createInvalidParameter('A sync token needs deleted events.', 'showDeleted')
  if (calendar.tokens.isExpired(syncToken)) throw createFullSyncRequired()
  const point = calendar.tokens.findSync(syncToken)
  if (point?.parameters !== describeParameters(query))
    throw createInvalidParameter('Invalid sync token value.', 'syncToken')
  return { ids: calendar.findChangedIds(point.revision), revision: calendar.revision, isSync: true }
}

/** The first page of a list without a token. @throws GoogleError */
function startList(calendar: StoredCalendar, query: URLSearchParams): List {
  const hasProperty = createPropertyFilter(query)
  const isInTime = createTimeFilter(query, calendar.timeZone)
  const isShown = ({ status }: CalendarEvent): boolean => query.get('showDeleted') === 'true' || status !== 'cancelled'
  const ids = calendar.events().filter((event) => isShown(event) && hasProperty(event) && isInTime(event))
  return { ids: ids.map(({ id }) => id), revision: calendar.revision, isSync: false }
}

/** @throws GoogleError */
function findList(calendar: StoredCalendar, query: URLSearchParams): List {
  const [pageToken, syncToken] = [query.get('pageToken'), query.get('syncToken')]
  if (pageToken === null) return syncToken === null ? startList(calendar, query) : startSync(calendar, query, syncToken)
  const rest = calendar.tokens.findPage(pageToken)
  if (rest?.parameters !== describeParameters(query))
    throw createInvalidParameter('Invalid page token value.', 'pageToken')
  return rest
}

/** The token of the next page, or on the last page that of the next sync. */
function createNextToken({ tokens }: StoredCalendar, query: URLSearchParams, rest: List): object {
  if (rest.ids.length > 0)
    return { nextPageToken: tokens.createPageToken({ ...rest, parameters: describeParameters(query) }) }
  if (query.has('privateExtendedProperty')) return {}
  const parameters = describeParameters(query, (name) => filters.includes(name))
  return { nextSyncToken: tokens.createSyncToken({ revision: rest.revision, parameters }) }
}

/**
 * Events are those of now. One that was deleted since the first page is left out, unless the list has deleted events.
 */
function renderItems(
  ids: string[],
  isSync: boolean,
  { calendar, role }: ReturnType<typeof openCalendar>,
  query: URLSearchParams,
): object[] {
  const timeZone = findTimeZone(calendar, query)
  const events = ids.flatMap((id) => calendar.find(id, timeZone) ?? [])
  return events.flatMap((event): object[] => {
    const { kind, id, etag, status } = event
    if (status !== 'cancelled' || query.get('showDeleted') === 'true') return [limitToRole(event, role)]
    return isSync ? [{ kind, etag, id, status }] : []
  })
}

export const listEvents: Handler = (call: ApiCall) => {
  const open = openCalendar(call)
  const { calendar, role } = open
  const { query } = call
  const { ids, revision, isSync } = findList(calendar, query)
  const pageSize = Math.min(Number(query.get('maxResults') ?? DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE)
  return {
    kind: 'calendar#events',
    etag: `"p${calendar.etag.slice(1, -1)}${calendar.revision}"`,
    summary: calendar.summary,
    ...(calendar.description !== undefined && { description: calendar.description }),
    updated: calendar.updated,
    timeZone: findTimeZone(calendar, query),
    accessRole: role,
    defaultReminders: [],
    ...createNextToken(calendar, query, { ids: ids.slice(pageSize), revision, isSync }),
    items: renderItems(ids.slice(0, pageSize), isSync, open, query),
  }
}
