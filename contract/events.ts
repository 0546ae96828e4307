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

/** Longer texts are truncated in events and named in `data.truncated`. */
export const EVENT_TEXT_LIMIT = 1000

/** An event as stored and sent. `changes` is empty for created and deleted records; a deletion carries the last record. */
export const EventBody = z.strictObject({
  id: z.string(),
  type: z.enum(eventTypes),
  timestamp,
  data: z.strictObject({
    record: z.record(z.string(), z.unknown()),
    changes: z.record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() })),
    request_id: uuid,
    truncated: z.array(z.string()).optional(),
  }),
})
export type EventBody = z.output<typeof EventBody>
