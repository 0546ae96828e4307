import { say } from '../../contract/sentences/say.ts'
import { formatStoredText } from '../../contract/sentences/storedText.ts'
import { hasSameFields, toEventId, type GoogleEvent } from '../../calendars/google/event.ts'
import { isMoved, toEventBody, toEventPatch, type OwnProperties } from '../../calendars/google/patch.ts'
import { GoogleUnavailable, type GoogleRefused } from '../../platform/google/refused.ts'
import type { GoogleEventRow } from '../../state/calendars/googleEvents.ts'
import type { CalendarCalls, EventAnswer } from './calls.ts'

/** An event in the state that the calendar should have. */
export interface WantedEvent {
  event: GoogleEvent
  hash: string
}

export interface EventWriter {
  calls: CalendarCalls
  /** Id that marks the events of this account. */
  account: string
  /** `notify_guests` of the calendar. */
  notifiesGuests: boolean
  /** Now, ISO 8601. */
  at: string
}

/** Maximum number of ids to try, since Google may refuse to restore an id. */
const MAX_GENERATIONS = 9
/** Maximum number of conflicts, since a person can change an event between two calls. */
const MAX_RACES = 3
const BAD_REQUEST = 400
const CONFLICT = 409
const PRECONDITION_FAILED = 412
const GONE: ReadonlySet<number> = new Set([404, 410])

type Found = Extract<EventAnswer, { status: 'ok' }>['event']

const toProperties = ({ account }: EventWriter, recordId: string, { hash }: WantedEvent): OwnProperties => ({
  kitroom: account,
  shoot: recordId,
  hash,
})

/** Returns the time when the repetition was first found that people added to an event; null if it has none. */
export const toRepeatedAt = (
  { repeated_at: repeatedAt }: GoogleEventRow,
  { recurrence }: Pick<Found, 'recurrence'>,
  at: string,
): string | null => (recurrence && recurrence.length > 0 ? (repeatedAt ?? at) : null)

/** True if a write without a response has reached Google. */
const isWritten = (found: Found, { event, hash }: WantedEvent): boolean =>
  hasSameFields(found, event) && found.extendedProperties?.private?.['hash'] === hash

const toShown = (
  { at }: EventWriter,
  row: GoogleEventRow,
  found: Found,
  { event, hash }: WantedEvent,
): GoogleEventRow => ({
  ...row,
  is_shown: 1,
  etag: found.etag ?? null,
  hash,
  title: event.summary,
  refusal: null,
  refused_at: null,
  edited_at: null,
  repeated_at: toRepeatedAt(row, found, at),
})

/** Google's own sentence, because the advice of the message is about the calendar, which is writable. */
const toRefusal = ({ answer, said }: GoogleRefused): string =>
  formatStoredText(answer === undefined ? said : say('google_event_refused', { answer }))

/** Refuses this event only, if the calendar is writable. @throws GoogleRefused if it is not */
async function toRefused(
  { calls, at }: EventWriter,
  row: GoogleEventRow,
  { event, hash }: WantedEvent,
  error: GoogleRefused,
): Promise<GoogleEventRow> {
  await calls.requireWritable()
  return { ...row, hash, title: event.summary, refusal: toRefusal(error), refused_at: at }
}

/** True if a refused patch was made from an event that has changed since. */
const isOutdated = (code: number, sequence: number, found: EventAnswer): boolean =>
  code === PRECONDITION_FAILED ||
  (code === BAD_REQUEST && found.status === 'ok' && (found.event.sequence ?? 0) >= sequence)

/**
 * Writes Kitroom's fields of an existing event and leaves those of people. A deleted event is restored by that.
 * @returns the refusal if Google refuses
 * @throws GoogleUnavailable while people change it again and again
 */
async function changeEvent(
  writer: EventWriter,
  row: GoogleEventRow,
  id: string,
  wanted: WantedEvent,
): Promise<EventAnswer> {
  const { calls, notifiesGuests } = writer
  let found = await calls.get(id)
  for (let races = 0; races < MAX_RACES && found.status === 'ok'; races++) {
    if (isWritten(found.event, wanted)) return found
    const patch = toEventPatch(wanted.event, toProperties(writer, row.shoot_id, wanted), found.event)
    const mailsGuests = notifiesGuests && isMoved(found.event, wanted.event)
    const answer = await calls.patch(id, patch, found.event.etag ?? '*', mailsGuests)
    if (answer.status === 'ok' || (answer.code !== PRECONDITION_FAILED && answer.code !== BAD_REQUEST)) return answer
    found = await calls.get(id)
    if (!isOutdated(answer.code, patch.sequence, found)) return answer
  }
  if (found.status === 'refused' || isWritten(found.event, wanted)) return found
  throw new GoogleUnavailable(say('google_event_changes'), { isUndone: true })
}

/** Creates the event of a record. A used id belongs to Kitroom: a response was lost, or the event was deleted. */
async function insertEvent(writer: EventWriter, row: GoogleEventRow, wanted: WantedEvent): Promise<GoogleEventRow> {
  let error: GoogleRefused | undefined
  for (let { generation } = row; generation <= MAX_GENERATIONS; generation++) {
    const id = toEventId(row.shoot_id, generation)
    const body = toEventBody(wanted.event, toProperties(writer, row.shoot_id, wanted))
    const inserted = await writer.calls.insert(id, body)
    if (inserted.status === 'ok') return toShown(writer, { ...row, generation }, inserted.event, wanted)
    if (inserted.code !== CONFLICT) return toRefused(writer, row, wanted, inserted.error)
    const answer = await changeEvent(writer, row, id, wanted)
    if (answer.status === 'ok') return toShown(writer, { ...row, generation }, answer.event, wanted)
    error = answer.error
    await writer.calls.requireWritable()
  }
  return error ? toRefused(writer, { ...row, generation: MAX_GENERATIONS }, wanted, error) : row
}

async function updateEvent(writer: EventWriter, row: GoogleEventRow, wanted: WantedEvent): Promise<GoogleEventRow> {
  const id = toEventId(row.shoot_id, row.generation)
  const answer = await changeEvent(writer, row, id, wanted)
  if (answer.status === 'ok') return toShown(writer, row, answer.event, wanted)
  await writer.calls.requireWritable()
  const found = await writer.calls.get(id)
  const isGone = found.status === 'refused' ? GONE.has(found.code) : found.event.status === 'cancelled'
  if (!isGone) return toRefused(writer, row, wanted, answer.error)
  // Google does not restore this event. Its id stays unusable, unless Google has purged it.
  return insertEvent(writer, { ...row, generation: row.generation + (found.status === 'ok' ? 1 : 0) }, wanted)
}

/**
 * Writes the event of a record.
 * @returns its new row
 * @throws GoogleRefused if the calendar is not writable; GoogleUnavailable
 */
export const writeEvent = (writer: EventWriter, row: GoogleEventRow, wanted: WantedEvent): Promise<GoogleEventRow> =>
  row.is_shown === 1 ? updateEvent(writer, row, wanted) : insertEvent(writer, row, wanted)

/**
 * Deletes the event of a record. A missing calendar and a missing event get the same response, so the calendar is
 * checked.
 * @throws as `writeEvent`
 */
export async function removeEvent(
  { calls, notifiesGuests, at }: EventWriter,
  row: GoogleEventRow,
): Promise<GoogleEventRow> {
  const answer = await calls.remove(toEventId(row.shoot_id, row.generation), notifiesGuests)
  const nothing = { etag: null, hash: null, refusal: null, refused_at: null, edited_at: null, repeated_at: null }
  const removed: GoogleEventRow = { ...row, ...nothing, is_shown: 0 }
  if (answer.status === 'ok' || answer.code === 410) return removed
  await calls.requireWritable()
  return answer.code === 404 ? removed : { ...row, refusal: toRefusal(answer.error), refused_at: at, hash: null }
}
