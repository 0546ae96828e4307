import { z } from 'zod'
import { defineOperation, type ApiOperation } from './operation.ts'
import { queryInteger } from './page.ts'
import { createIssue, toSchemaMessage } from './schemaFaults.ts'
import { KeyScope } from './scopes.ts'
import { timestamp, uuid } from './text.ts'

/** Base path that a browser's session cookie gives access to. Nothing else reads the cookie. */
export const CONSOLE_BASE = '/console/api'
/** Header of every write by the console. Other sites cannot send it. */
export const CONSOLE_HEADER = 'X-Kitroom-Console'
/** Header of requests that no person caused, such as polls. They do not count as use of the session. */
export const BACKGROUND_HEADER = 'X-Kitroom-Background'

/** Base path of the worker's control plane for requests with a session. */
export const CONSOLE_WORKER_BASE = `${CONSOLE_BASE}/worker/v1`

export const SessionKey = z
  .strictObject({
    id: uuid,
    label: z.string().meta({ description: 'Name of the key.' }),
    scopes: z.array(KeyScope).meta({ description: 'Scopes of the key; all of them for a full owner key.' }),
  })
  .meta({ id: 'SessionKey' })
export type SessionKey = z.output<typeof SessionKey>

/** A browser that is signed in with an API key and, where given, an owner key of the same account. */
export const Session = z
  .strictObject({
    id: uuid,
    account_id: uuid,
    created_at: timestamp,
    expires_at: timestamp.meta({
      description: 'Latest end of the session: 30 days after its start, or when one of its keys expires.',
    }),
    idle_expires_at: timestamp.meta({ description: 'End of the session if it is not used any more.' }),
    api_key: SessionKey,
    owner_key: SessionKey.nullable(),
  })
  .meta({ id: 'Session' })
export type Session = z.output<typeof Session>

const MAX_SECRET_LENGTH = 200
const secretText = z
  .string()
  .trim()
  .refine((text) => text !== '', toSchemaMessage('blank', {}))
  .refine(
    (text) => text.length <= MAX_SECRET_LENGTH,
    toSchemaMessage('too_many_characters', { max: MAX_SECRET_LENGTH }),
  )

/** An API key, perhaps with an owner key, or the code of `kitroom console`. */
export const SignIn = z
  .strictObject({ api_key: secretText.optional(), owner_key: secretText.nullish(), code: secretText.optional() })
  .check(({ value, issues }) => {
    if (value.code === undefined && value.api_key === undefined)
      issues.push(createIssue(value, 'key_or_code_required', {}, ['api_key']))
    if (value.code === undefined) return
    for (const field of ['api_key', 'owner_key'] as const)
      if (value[field] !== undefined && value[field] !== null)
        issues.push(createIssue(value, 'beside_code', {}, [field]))
  })
  .meta({ id: 'SignIn' })
export type SignIn = z.output<typeof SignIn>

export const SessionChange = z
  .strictObject({
    owner_key: secretText
      .nullable()
      .meta({ description: 'The owner key that the session shall use; null: none any more.' }),
  })
  .meta({ id: 'SessionChange' })
export type SessionChange = z.output<typeof SessionChange>

export const NewConsoleCode = z
  .strictObject({
    owner_key: secretText.nullish().meta({ description: 'An owner key of the same account, for the session.' }),
  })
  .meta({ id: 'ConsoleCodeCreate' })
export type NewConsoleCode = z.output<typeof NewConsoleCode>

const sessionReply = (status: number) => ({ status, body: z.strictObject({ data: Session }) })

export const signIn = defineOperation({
  id: 'signIn',
  method: 'POST',
  path: '/session',
  objectType: 'sessions',
  summary: 'Sign in with keys or a code; the answer sets the session’s cookie',
  body: SignIn,
  reply: sessionReply(201),
  errors: ['validation_failed', 'invalid_api_key', 'code_not_valid', 'cross_origin_refused', 'insecure_sign_in'],
})

export const getSession = defineOperation({
  id: 'getSession',
  method: 'GET',
  path: '/session',
  objectType: 'sessions',
  summary: 'Read the session of this browser',
  reply: sessionReply(200),
  errors: [],
})

export const changeSession = defineOperation({
  id: 'changeSession',
  method: 'PATCH',
  path: '/session',
  objectType: 'sessions',
  summary: 'Give the session an owner key, or take it away',
  body: SessionChange,
  reply: sessionReply(200),
  errors: ['validation_failed', 'invalid_api_key', 'cross_origin_refused'],
})

export const signOut = defineOperation({
  id: 'signOut',
  method: 'DELETE',
  path: '/session',
  objectType: 'sessions',
  summary: 'End the session and delete its cookie',
  reply: { status: 200, body: z.strictObject({ data: z.strictObject({ id: uuid, revoked: z.literal(true) }) }) },
  errors: ['cross_origin_refused'],
})

const version = z.int().optional()

/**
 * Versions of the account's records, limited to the scopes of the session's API key. A version differs after each
 * change.
 */
export const RecordVersions = z
  .strictObject({
    epoch: z.string().meta({ description: 'Another one after a restore.' }),
    gear: version,
    shoots: version,
    maintenance: version,
    documents: version,
    profile: version,
  })
  .meta({ id: 'RecordVersions' })
export type RecordVersions = z.output<typeof RecordVersions>

/** Longest time that a request may wait for a change; well below the time limits of common proxies. */
const MAX_CHANGE_WAIT_S = 25

/**
 * Open pages use it, and read a list again only if it has changed. It answers If-None-Match with 304: at once, or after
 * `wait_s` seconds without a change. It is not audited.
 */
export const getChanges = defineOperation({
  id: 'getChanges',
  method: 'GET',
  path: '/changes',
  objectType: 'sessions',
  summary: 'Read the versions of the records',
  query: { wait_s: queryInteger(0, MAX_CHANGE_WAIT_S).default(0) },
  reply: { status: 200, body: z.strictObject({ data: RecordVersions }) },
  errors: [],
})

/**
 * Creates a link that signs in once, with the code in its fragment: `/#code=…`. It takes an API key, as the API does.
 */
export const createCode = defineOperation({
  id: 'createConsoleCode',
  method: 'POST',
  path: '/codes',
  objectType: 'sessions',
  summary: 'Create a code that signs a browser in once',
  body: NewConsoleCode,
  reply: {
    status: 201,
    body: z.strictObject({
      data: z.strictObject({
        code: z
          .string()
          .nullable()
          .meta({ description: 'The code. Shown only in this answer; null if the answer is repeated.' }),
        expires_at: timestamp,
      }),
    }),
  },
  errors: ['validation_failed'],
})

/** Public half of the key with which a server signs requests to the worker. */
const SigningKey = z.strictObject({
  id: uuid,
  public_key: z
    .string()
    .regex(/^[\w-]{43}$/)
    .meta({ description: 'An Ed25519 key: 32 bytes in base64url.' }),
  expires_at: timestamp,
})

/** The worker checks requests of the console with these keys. It takes the worker's API key, as any API key. */
export const listSigningKeys = defineOperation({
  id: 'listSigningKeys',
  method: 'GET',
  path: '/signing-keys',
  objectType: 'keys',
  summary: 'List the keys with which the servers sign requests to the worker',
  reply: {
    status: 200,
    body: z.strictObject({
      data: z.array(SigningKey),
      now: timestamp.meta({ description: 'Time of the clock by which the servers sign.' }),
    }),
  },
  errors: [],
})

export const consoleOperations = [
  signIn,
  getSession,
  changeSession,
  signOut,
  getChanges,
  createCode,
  listSigningKeys,
] as const satisfies readonly ApiOperation[]
