import { EVENT_TEXT_LIMIT, type EventType } from '../../contract/events.ts'
import { codePoints } from '../../contract/text.ts'
import { countOwnEvent } from './recordSchema.ts'
import { defineStatement } from './statement.ts'
import type { AccountWrite, WriteActor } from './write.ts'

export type FieldChanges = Record<string, { from: unknown; to: unknown }>

const insert = defineStatement<{
  account: string
  seq: number
  id: string
  type: string
  record: string
  at: string
  body: string
  request: string
}>((db, arg) =>
  db.insertInto('event').values({
    account_id: arg('account'),
    ...arg.columns('seq', 'id', 'type'),
    record_id: arg('record'),
    ...arg.columns('at', 'body'),
    request_id: arg('request'),
  }),
)

const truncateText = (value: unknown): unknown =>
  typeof value === 'string' && codePoints(value) > EVENT_TEXT_LIMIT
    ? Array.from(value).slice(0, EVENT_TEXT_LIMIT).join('')
    : value

const isTooLong = (value: unknown): boolean => truncateText(value) !== value

function truncateTexts(record: Record<string, unknown>, truncated: Set<string>): Record<string, unknown> {
  for (const name of Object.keys(record)) if (isTooLong(record[name])) truncated.add(name)
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, truncateText(value)]))
}

/** The run is for the account's own reading: see `toDeliveredBody`. */
const serializeActor = ({ kind, id, runId }: WriteActor): string =>
  `{"kind":"${kind}","id":"${id}"${runId === null ? '' : `,"run_id":"${runId}"`}}`

const RUN_OF_ACTOR = /("actor":\{"kind":"worker","id":"[0-9a-f-]{36}"),"run_id":"[0-9a-f-]{36}"\}/

/**
 * Returns a stored event as webhooks send it, without the run. Quotes in texts are escaped, so only the member matches.
 */
export const toDeliveredBody = (body: string): string => body.replace(RUN_OF_ACTOR, '$1}')

function serializeEvent(
  write: AccountWrite,
  id: string,
  type: EventType,
  recordJson: string,
  changes: FieldChanges,
  requestId: string,
): string {
  const truncated = new Set<string>()
  // Most records contain no long text and are used unparsed.
  const record =
    recordJson.length <= EVENT_TEXT_LIMIT
      ? recordJson
      : JSON.stringify(truncateTexts(JSON.parse(recordJson) as Record<string, unknown>, truncated))
  for (const [name, { from, to }] of Object.entries(changes)) if (isTooLong(from) || isTooLong(to)) truncated.add(name)
  const truncatedChanges = Object.fromEntries(
    Object.entries(changes).map(([name, { from, to }]) => [name, { from: truncateText(from), to: truncateText(to) }]),
  )
  const lastMembers = `,"changes":${JSON.stringify(truncatedChanges)},"request_id":"${requestId}","actor":${serializeActor(write.actor)}`
  const truncatedJson = truncated.size > 0 ? `,"truncated":${JSON.stringify([...truncated])}` : ''
  return `{"id":"${id}","type":"${type}","timestamp":"${write.at}","data":{"record":${record}${lastMembers}${truncatedJson}}}`
}

/** Adds an event to the outbox, committed with its change. @returns its id */
export async function emitEvent(
  write: AccountWrite,
  type: EventType,
  recordId: string,
  recordJson: string,
  changes: FieldChanges,
  requestId: string,
): Promise<string> {
  write.changed = true
  write.changedIds.push(recordId)
  const id = `evt_${write.newId().replaceAll('-', '')}`
  write.state.event_seq += 1
  countOwnEvent(write.state)
  write.tx.append(insert, {
    account: write.account,
    seq: write.state.event_seq,
    id,
    type,
    record: recordId,
    at: write.at,
    body: serializeEvent(write, id, type, recordJson, changes, requestId),
    request: requestId,
  })
  return id
}
