import { z } from 'zod'
import { cursorPagination, cursorQuery } from '../cursorPage.ts'
import { AccountEvent, eventTypes } from '../events.ts'
import { momentQuery } from '../moment.ts'
import { defineOperation } from '../operation.ts'
import { clientUuid } from '../text.ts'

const nouns = [...new Set(eventTypes.map((type) => type.split('.')[0] ?? ''))]

/** An event type, or a pattern for all types that begin with one noun (`gear.*`). */
export const eventPatterns: readonly string[] = [...eventTypes, ...nouns.map((noun) => `${noun}.*`)]

export const listEvents = defineOperation({
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  objectType: 'events',
  summary: 'List the events of the account, newest first',
  scope: 'events:read',
  query: {
    ...cursorQuery,
    ...momentQuery,
    type: z.enum(eventPatterns).optional(),
    request_id: clientUuid.optional(),
    object_id: clientUuid.optional(),
  },
  reply: {
    status: 200,
    body: z.strictObject({ data: z.array(AccountEvent), pagination: cursorPagination }),
  },
  errors: [],
})
