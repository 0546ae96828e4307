import { z } from 'zod'
import { SessionKey } from '../console.ts'
import { defineOperation } from '../operation.ts'
import { pageQuery, pagination } from '../page.ts'
import { timestamp, uuid } from '../text.ts'

/** A session of the console, as the owner sees it. */
export const SessionInfo = z
  .strictObject({
    id: uuid,
    api_key: SessionKey,
    owner_key: SessionKey.nullable(),
    created_at: timestamp,
    expires_at: timestamp,
    last_used_at: timestamp.meta({ description: 'Time of the last use, to the minute.' }),
    last_used_ip: z.string(),
    user_agent: z.string().nullable(),
    ended_at: timestamp.nullable().meta({ description: 'When somebody signed out or ended the session.' }),
    live: z
      .boolean()
      .meta({ description: 'False once the session was ended, is too old or idle, or one of its keys has ended.' }),
  })
  .meta({ id: 'SessionInfo' })
export type SessionInfo = z.output<typeof SessionInfo>

export const listSessions = defineOperation({
  id: 'listSessions',
  method: 'GET',
  path: '/sessions',
  objectType: 'sessions',
  summary: 'List the sessions of the console, newest first, ended ones too',
  scope: 'keys:read',
  query: { ...pageQuery },
  reply: { status: 200, body: z.strictObject({ data: z.array(SessionInfo), pagination: z.strictObject(pagination) }) },
  errors: [],
})

export const endSession = defineOperation({
  id: 'endSession',
  method: 'DELETE',
  path: '/sessions/{id}',
  objectType: 'sessions',
  summary: 'End a session of the console from the next request on',
  scope: 'keys:write',
  params: { id: uuid },
  reply: { status: 200, body: z.strictObject({ data: z.strictObject({ id: uuid, revoked: z.literal(true) }) }) },
  errors: ['not_found'],
})
