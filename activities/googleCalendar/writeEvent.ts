import { hasSameFields, toEventId, type GoogleEvent } from '../../calendars/google/event.ts'
import type { GoogleRefused } from '../../platform/google/refused.ts'
import type { GoogleEventRow } from '../../state/calendars/googleEvents.ts'
import type { CalendarCalls, EventAnswer, EventBody } from './calls.ts'

/** An event in the state that the calendar should have. */
export interface WantedEvent {
  event: GoogleEvent
  hash: string
}

export interface EventWriter {
  calls: CalendarCalls
  /** Id that marks the events of this account. */
  account: string
}

/** Maximum number of ids to try, since Google may refuse to restore an id. */
const MAX_GENERATIONS = 9
/** Maximum number of conflicts, since a person can change an event between two calls. */
const MAX_RACES = 3
const CONFLICT = 409
const PRECONDITION_FAILED = 412
const GONE: ReadonlySet<number> = new Set([404, 410])

type Found = Extract<EventAnswer, { status: 'ok' }>['event']

const toBody = ({ account }: EventWriter, recordId: string, { event, hash }: WantedEvent): EventBody => ({
  ...event,
  extendedProperties: { private: { kitroom: account, shoot: recordId, hash } },
})

/** True if a write without a response has reached Google. */
const isWritten = (found: Found, { event, hash }: WantedEvent): boolean =>
  hasSameFields(found, event) && found.extendedProperties?.private?.['hash'] === hash

const toShown = (
  row: GoogleEventRow,
  generation: number,
  { etag }: Found,
  { event, hash }: WantedEvent,
): GoogleEventRow => ({
  ...row,
  generation,
  is_shown: 1,
  etag: etag ?? null,
  hash,
  title: event.summary,
  refusal: null,
  edited_at: null,
})

/** Refuses this event only, if the calendar is writable. @throws GoogleRefused if it is not */
async function toRefused(
  { calls }: EventWriter,
  row: GoogleEventRow,
  { event, hash }: WantedEvent,
  error: GoogleRefused,
): Promise<GoogleEventRow> {
  await calls.requireWritable()
  return { ...row, hash, title: event.summary, refusal: error.message }
}

/** Overwrites an existing event. A deleted one is restored by that. @returns the refusal if Google refuses */
async function overwrite(
  writer: EventWriter,
  row: GoogleEventRow,
  id: string,
  wanted: WantedEvent,
): Promise<EventAnswer> {
  let found = await writer.calls.get(id)
  for (let races = 0; races < MAX_RACES && found.status === 'ok'; races++) {
    if (isWritten(found.event, wanted)) return found
    const answer = await writer.calls.update(id, toBody(writer, row.shoot_id, wanted), found.event.etag ?? '*')
    if (answer.status === 'ok' || answer.code !== PRECONDITION_FAILED) return answer
    found = await writer.calls.get(id)
  }
  return found
}

/** Creates the event of a record. A used id belongs to Kitroom: a response was lost, or the event was deleted. */
async function insertEvent(writer: EventWriter, row: GoogleEventRow, wanted: WantedEvent): Promise<GoogleEventRow> {
  let error: GoogleRefused | undefined
  for (let { generation } = row; generation <= MAX_GENERATIONS; generation++) {
    const id = toEventId(row.shoot_id, generation)
    const inserted = await writer.calls.insert(id, toBody(writer, row.shoot_id, wanted))
    if (inserted.status === 'ok') return toShown(row, generation, inserted.event, wanted)
    if (inserted.code !== CONFLICT) return toRefused(writer, row, wanted, inserted.error)
    const answer = await overwrite(writer, row, id, wanted)
    if (answer.status === 'ok') return toShown(row, generation, answer.event, wanted)
    error = answer.error
    await writer.calls.requireWritable()
  }
  return error ? toRefused(writer, { ...row, generation: MAX_GENERATIONS }, wanted, error) : row
}

async function updateEvent(writer: EventWriter, row: GoogleEventRow, wanted: WantedEvent): Promise<GoogleEventRow> {
  const id = toEventId(row.shoot_id, row.generation)
  const body = toBody(writer, row.shoot_id, wanted)
  const first = row.etag === null ? undefined : await writer.calls.update(id, body, row.etag)
  const answer =
    first === undefined || (first.status === 'refused' && first.code === PRECONDITION_FAILED)
      ? await overwrite(writer, row, id, wanted)
      : first
  if (answer.status === 'ok') return toShown(row, row.generation, answer.event, wanted)
  await writer.calls.requireWritable()
  const found = await writer.calls.get(id)
  const isGone = found.status === 'refused' ? GONE.has(found.code) : found.event.status === 'cancelled'
  if (!isGone) return toRefused(writer, row, wanted, answer.error)
  // Google does not restore this event. Its id stays unusable, unless Google has purged it.
  return insertEvent(writer, { ...row, generation: row.generation + (found.status === 'ok' ? 1 : 0) }, wanted)
}

/** Writes the event of a record. @returns its new row @throws GoogleRefused if the calendar is not writable; GoogleUnavailable */
export const writeEvent = (writer: EventWriter, row: GoogleEventRow, wanted: WantedEvent): Promise<GoogleEventRow> =>
  row.is_shown === 1 ? updateEvent(writer, row, wanted) : insertEvent(writer, row, wanted)

/**
 * Deletes the event of a record. A missing calendar and a missing event get the same response, so the calendar is
 * checked.
 * @throws as `writeEvent`
 */
export async function removeEvent({ calls }: EventWriter, row: GoogleEventRow): Promise<GoogleEventRow> {
  const answer = await calls.remove(toEventId(row.shoot_id, row.generation))
  const removed: GoogleEventRow = { ...row, is_shown: 0, etag: null, hash: null, refusal: null, edited_at: null }
  if (answer.status === 'ok' || answer.code === 410) return removed
  await calls.requireWritable()
  return answer.code === 404 ? removed : { ...row, refusal: answer.error.message, hash: null }
}
