import { z } from 'zod'
import { timestamp, uuid } from './text.ts'

export const eventTypes = [
  'gear.created',
  'gear.updated',
  'gear.deleted',
  'maintenance.created',
  'maintenance.updated',
  'maintenance.deleted',
  'shoot.created',
  'shoot.updated',
  'shoot.deleted',
  'document.created',
  'document.updated',
  'document.deleted',
  'webhook.test',
] as const
export type EventType = (typeof eventTypes)[number]

/** Request header with which the worker's key names the run of a sync or bulk edit that makes the change. */
export const RUN_HEADER = 'Kitroom-Run'

/** Kinds of those who change records: keys, and the person at the server's terminal. */
const actorKinds = ['api', 'owner', 'worker', 'operator'] as const

/** The key that made a change. The id of an operator is all zeros. */
export const EventActor = z.strictObject({ kind: z.enum(actorKinds), id: uuid })
export type EventActor = z.output<typeof EventActor>

/** Longer texts are truncated in events and named in `data.truncated`. */
export const EVENT_TEXT_LIMIT = 1000

/**
 * An event as webhooks send it. `changes` is empty for created and deleted records; a deletion carries the last record.
 */
export const EventBody = z.strictObject({
  id: z.string(),
  type: z.enum(eventTypes),
  timestamp,
  data: z.strictObject({
    record: z.record(z.string(), z.unknown()),
    changes: z.record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() })),
    request_id: uuid,
    actor: EventActor,
    truncated: z.array(z.string()).optional(),
  }),
})
export type EventBody = z.output<typeof EventBody>

/**
 * An event as its account reads it: with the name of the key, and with the run if the worker made the change in one.
 */
export const AccountEvent = EventBody.extend({
  data: EventBody.shape.data.extend({
    actor: EventActor.extend({ name: z.string().nullable(), run_id: uuid.nullable() }).meta({ id: 'EventActor' }),
  }),
}).meta({ id: 'Event' })
export type AccountEvent = z.output<typeof AccountEvent>
