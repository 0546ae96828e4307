import { refreshRecords } from '../../activities/calendarRecords/refreshRecords.ts'
import type { Calendar } from '../../calendars/settings.ts'
import type {
  exportCalendar,
  issueCalendarAddress,
  listCalendars,
  revokeCalendarAddress,
} from '../../contract/control/calendars.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { toIsoTime } from '../../platform/clock.ts'
import {
  loadFeed,
  renderStoredCalendar,
  withDefaultName,
  defaultCalendar,
  type RenderContext,
} from '../calendars/storedCalendar.ts'
import { requireCalendar } from '../calendars/requireCalendar.ts'
import { createFeedToken, toFeedPath, hashFeedToken } from '../calendars/token.ts'
import { storeFirstToken, replaceFeedToken, listFeeds, removeFeedToken } from '../../state/calendars/calendarFeeds.ts'
import { createWorkerError } from '../context/errors.ts'
import type { SettingsAccess, StateAccess, StateAndClock, StateAndLocks, WorkerContext } from '../context/context.ts'

async function readCalendars(context: SettingsAccess): Promise<Calendar[]> {
  return (await context.settings.read()).calendars
}

export async function listCalendarViews(context: StateAccess & SettingsAccess): Promise<Reply<typeof listCalendars>> {
  const calendars = await readCalendars(context)
  const feeds = new Map((await context.state.read(listFeeds)).map((feed) => [feed.calendar, feed]))
  const data = calendars.map(({ id, name, shows, statuses, types, clients, places, hide_place, include }) => ({
    id,
    name: name ?? id,
    shows,
    statuses: [...statuses],
    types: types ? [...types] : null,
    clients: clients ?? null,
    places: places ?? null,
    hide_place: hide_place ?? false,
    include: [...include],
    address_since: feeds.get(id)?.issued_at ?? null,
    last_fetched_at: feeds.get(id)?.fetched_at ?? null,
  }))
  return { data }
}

/**
 * Exports a calendar as a file; the default is shoots. It fails if the API cannot be read, because a file with old data
 * would look current.
 */
export async function* exportCalendarFile(
  context: RenderContext & StateAndLocks & SettingsAccess & Pick<WorkerContext, 'api'>,
  { query }: Input<typeof exportCalendar>,
): AsyncGenerator<Uint8Array> {
  const { calendar: id } = query
  const calendar = id === undefined ? undefined : requireCalendar(await readCalendars(context), id)
  const shown = calendar ? withDefaultName(calendar) : defaultCalendar
  await refreshRecords(context, shown.shows)
  const revision = calendar ? (await context.state.write((tx) => loadFeed(tx, calendar))).revision : 0
  const text = await renderStoredCalendar(context, { calendar: shown, revision })
  if (text === undefined) throw new Error('nothing is known of the records after they were read')
  yield Buffer.from(text)
}

/** Creates a feed's URL and returns it once; only the hash of its token is stored. */
export async function issueFeedAddress(
  context: StateAndClock & SettingsAccess & Pick<WorkerContext, 'publicUrl'>,
  { params, body }: Input<typeof issueCalendarAddress>,
): Promise<Reply<typeof issueCalendarAddress>> {
  const calendar = requireCalendar(await readCalendars(context), params.id)
  const token = createFeedToken()
  const at = toIsoTime(context.clock.nowMs())
  const tokenRecord = { calendar: calendar.id, sha256: hashFeedToken(token), at }
  const changedRows = await context.state.write(async (tx) => {
    await loadFeed(tx, calendar)
    return body.rotate ? replaceFeedToken(tx, tokenRecord) : storeFirstToken(tx, tokenRecord)
  })
  if (changedRows === 0) throw createWorkerError('feed_has_address', { calendar: calendar.id })
  return { data: { id: calendar.id, url: context.publicUrl + toFeedPath(token), address_since: at } }
}

/**
 * Revokes a feed's URL, including that of a calendar that kitroom.yaml does not have any more. Sequence numbers stay,
 * for readers of a later URL.
 */
export async function revokeFeedAddress(
  context: StateAccess & SettingsAccess,
  { params }: Input<typeof revokeCalendarAddress>,
): Promise<Reply<typeof revokeCalendarAddress>> {
  const { id } = params
  const revoked = (await context.state.write((tx) => removeFeedToken(tx, id))) > 0
  if (!revoked) requireCalendar(await readCalendars(context), id)
  return { data: { id, revoked } }
}
