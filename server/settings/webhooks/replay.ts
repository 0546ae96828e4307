import { DAY_MS, MAX_REPLAY_DAYS } from '../../../contract/policies.ts'
import { eventTypes, type EventType } from '../../../contract/events.ts'
import { MAX_REPLAY_DELIVERIES, type Replay } from '../../../contract/settings/webhooks.ts'
import { isoTime } from '../../../platform/clock.ts'
import type { Write } from '../../db/write.ts'
import { jsonAnswer } from '../../answer.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { invalid } from '../../resources/shared/body.ts'
import { cursorTo, placeOf } from '../cursor.ts'
import { firstSince } from '../events/store.ts'
import { findEvents } from './findEvents.ts'
import { chooseEvents, insertReplays, type Wanted } from './replayStore.ts'
import { checkEnabled, findRecipient } from './take.ts'
import { patternsOf } from './view.ts'

/** Events that one replay looks at: with few among them that are wanted it ends early, and the next one goes on. */
const MAX_LOOKED_AT = 50_000

/** Event types that an endpoint's patterns match. Tests are for the endpoint that was tested, once. */
const typesOf = (patterns: readonly string[]): EventType[] =>
  eventTypes.filter((type) => type !== 'webhook.test' && ['*', type, `${type.split('.')[0]}.*`].some((pattern) => patterns.includes(pattern)))

async function byIds(write: Write, ids: readonly string[]): Promise<number[]> {
  const found = await findEvents(write.tx, write.account, ids, write.state.event_seq)
  const faults = ids.flatMap((id, index) =>
    found.has(id) ? [] : [{ pointer: `#/event_ids/${index}`, code: 'invalid_value' as const, detail: `there is no event ${id}` }],
  )
  if (faults.length > 0) throw invalid(faults)
  return [...found.values()]
}

const PLACE = /^\d{1,15} \d{1,15}$/

/** The events since a moment that are left to be replayed: all there were when the first replay began. */
async function since(write: Write, moment: string, cursor: string | undefined): Promise<{ first: number; last: number }> {
  const earliest = isoTime(write.atMs - MAX_REPLAY_DAYS * DAY_MS)
  if (moment < earliest || moment > write.at)
    throw invalid([{ pointer: '#/since', code: 'invalid_value', detail: `must lie within the last ${MAX_REPLAY_DAYS} days` }])
  const begin = await firstSince(write.tx, write.account, moment, write.state.event_seq + 1)
  if (cursor === undefined) return { first: begin, last: write.state.event_seq }
  const [first, last] = placeOf('replay', cursor, PLACE)?.split(' ').map(Number) ?? []
  if (first === undefined || last === undefined)
    throw invalid([{ pointer: '#/cursor', code: 'invalid_value', detail: 'must be a next_cursor that a replay gave' }])
  return { first: Math.max(begin, first), last: Math.min(last, write.state.event_seq) }
}

/** Where the next replay goes on; null when nothing is left. */
const cursorAfter = (done: number, last: number): string | null => (done >= last ? null : cursorTo('replay', `${done + 1} ${last}`))

/** Sends events again that the endpoint's patterns match: some by their ids, or those since a moment, as many as one write can carry without holding up others. */
export async function replayEvents(context: WriteContext, body: Replay): Promise<WriteResult> {
  const { write, id } = context
  const row = await findRecipient(context)
  const types = typesOf(patternsOf(row))
  const range = body.since === undefined ? undefined : await since(write, body.since, body.cursor)
  const numbers: Wanted['numbers'] = range
    ? { first: range.first, last: Math.min(range.last, range.first + MAX_LOOKED_AT - 1) }
    : await byIds(write, body.event_ids ?? [])
  checkEnabled(row)
  const chosen = await chooseEvents(write.tx, write.account, { types, numbers }, MAX_REPLAY_DELIVERIES)
  const newest = chosen.at(-1)
  let next: string | null = null
  if (range && 'first' in numbers) next = cursorAfter(chosen.length === MAX_REPLAY_DELIVERIES && newest ? newest : numbers.last, range.last)
  if (newest !== undefined) {
    write.changed = true
    write.webhooksChanged = true
    const exact = 'first' in numbers ? { first: numbers.first, last: newest } : chosen
    await insertReplays(write, id, { types, numbers: exact })
  }
  return { answer: jsonAnswer(202, JSON.stringify({ data: { deliveries: chosen.length, next_cursor: next } })), changed: [] }
}
