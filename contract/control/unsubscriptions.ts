import { z } from 'zod'
import { configId } from './configId.ts'
import { defineControlOperation } from '../operation.ts'
import { timestamp } from '../text.ts'

/** An address at which a person wants no reminders. */
const Unsubscription = z.strictObject({
  /** Id of the person in kitroom.yaml. */
  person: z.string(),
  /** Null if kitroom.yaml does not have the person any more. */
  name: z.string().nullable(),
  channel: z.string(),
  recipient: z.string(),
  since: timestamp,
  /**
   * False if kitroom.yaml gives the person another address or none. Also false for the fallback person, who gets
   * reminders regardless.
   */
  in_effect: z.boolean(),
})
export type Unsubscription = z.output<typeof Unsubscription>

const reply = { status: 200, body: z.strictObject({ data: z.array(Unsubscription) }) } as const

export const listUnsubscribed = defineControlOperation({
  id: 'listUnsubscribed',
  method: 'GET',
  path: '/reminders/unsubscribed',
  objectType: 'reminders',
  summary: 'People who have unsubscribed from reminders, by address',
  reply,
  errors: [],
})

/**
 * Sends reminders to a person again, at all addresses. It returns the addresses at which the person had unsubscribed.
 * Idempotent.
 */
export const resubscribePerson = defineControlOperation({
  id: 'resubscribePerson',
  method: 'POST',
  path: '/reminders/resubscribe',
  objectType: 'reminders',
  summary: 'Send reminders to a person again',
  body: z.strictObject({ person: configId }),
  reply,
  errors: ['unknown_person'],
})
