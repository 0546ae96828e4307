import { describeFault } from '../../../contract/faultReasons.ts'
import { DAY_MS, MAX_REPLAY_DAYS } from '../../../contract/policies.ts'
import { eventTypes, type EventType } from '../../../contract/events.ts'
import { MAX_REPLAY_DELIVERIES, type Replay } from '../../../contract/settings/webhooks.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import type { AccountWrite } from '../../db/write.ts'
import { jsonAnswer } from '../../answer.ts'
import type { ServerWriteContext, WriteResult } from '../../http/route.ts'
import { createValidationError } from '../../http/recordBody.ts'
import { encodeCursor, decodeCursor } from '../cursor.ts'
import { findFirstEventSince } from '../events/store.ts'
import { findEventNumbers } from './findEventNumbers.ts'
import { chooseEventNumbers, insertReplays, type EventSelection } from './replayStore.ts'
import { checkEndpointEnabled, loadEndpoint } from './loadEndpoint.ts'
import { parseEventPatterns } from './view.ts'

/** Maximum number of events to scan per replay request. If few of them match, the next request continues. */
const MAX_SCANNED_EVENTS = 50_000

/** Lists the event types that match an endpoint's patterns. Test events are never replayed. */
const typesOf = (patterns: readonly string[]): EventType[] =>
  eventTypes.filter(
    (type) =>
      type !== 'webhook.test' && ['*', type, `${type.split('.')[0]}.*`].some((pattern) => patterns.includes(pattern)),
  )

async function findByIds(write: AccountWrite, ids: readonly string[]): Promise<number[]> {
  const found = await findEventNumbers(write.tx, write.account, ids, write.state.event_seq)
  const faults = ids.flatMap((id, index) =>
    found.has(id) ? [] : [{ pointer: `#/event_ids/${index}`, ...describeFault('unknown_event', { event: id }) }],
  )
  if (faults.length > 0) throw createValidationError(faults)
  return [...found.values()]
}

const POSITION_FORMAT = /^\d{1,15} \d{1,15}$/

/** Finds the remaining events of a replay: those that existed when its first request began. */
async function rangeSince(
  write: AccountWrite,
  moment: string,
  cursor: string | undefined,
): Promise<{ first: number; last: number }> {
  const earliest = toIsoTime(write.atMs - MAX_REPLAY_DAYS * DAY_MS)
  if (moment < earliest || moment > write.at)
    throw createValidationError([
      { pointer: '#/since', ...describeFault('not_within_days', { days: MAX_REPLAY_DAYS }) },
    ])
  const firstSeq = await findFirstEventSince(write.tx, write.account, moment, write.state.event_seq + 1)
  if (cursor === undefined) return { first: firstSeq, last: write.state.event_seq }
  const [first, last] = decodeCursor('replay', cursor, POSITION_FORMAT)?.split(' ').map(Number) ?? []
  if (first === undefined || last === undefined)
    throw createValidationError([{ pointer: '#/cursor', ...describeFault('no_replay_cursor', {}) }])
  return { first: Math.max(firstSeq, first), last: Math.min(last, write.state.event_seq) }
}

const cursorAfter = (done: number, last: number): string | null =>
  done >= last ? null : encodeCursor('replay', `${done + 1} ${last}`)

/**
 * Replays matching events, by id or since a time. One request inserts only as many as one write can insert without
 * delaying others.
 */
export async function replayEvents(context: ServerWriteContext, body: Replay): Promise<WriteResult> {
  const { app, write, id } = context
  const row = await loadEndpoint(context)
  const types = typesOf(parseEventPatterns(row))
  const range = body.since === undefined ? undefined : await rangeSince(write, body.since, body.cursor)
  const numbers: EventSelection['numbers'] = range
    ? { first: range.first, last: Math.min(range.last, range.first + MAX_SCANNED_EVENTS - 1) }
    : await findByIds(write, body.event_ids ?? [])
  checkEndpointEnabled(row)
  const chosen = await chooseEventNumbers(write.tx, write.account, { types, numbers }, MAX_REPLAY_DELIVERIES)
  const newest = chosen.at(-1)
  let next: string | null = null
  if (range && 'first' in numbers)
    next = cursorAfter(chosen.length === MAX_REPLAY_DELIVERIES && newest ? newest : numbers.last, range.last)
  if (newest !== undefined) {
    write.changed = true
    write.webhooksChanged = true
    const selected = 'first' in numbers ? { first: numbers.first, last: newest } : chosen
    await insertReplays(write, id, { types, numbers: selected }, app.sharedClock.nowMs())
  }
  return {
    answer: jsonAnswer(202, JSON.stringify({ data: { deliveries: chosen.length, next_cursor: next } })),
    changed: [],
  }
}
