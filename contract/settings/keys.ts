import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { pageQuery, pagination } from '../page.ts'
import { createIssue, toSchemaMessage } from '../schemaFaults.ts'
import { KeyScope, keyScopes, scopes, settingsScopes } from '../scopes.ts'
import { timestamp, uuid } from '../text.ts'
import { nameText, moment } from '../values.ts'

const MAX_RATE_PER_SECOND = 10_000
export const DEFAULT_OVERLAP_SECONDS = 24 * 60 * 60
export const MAX_OVERLAP_SECONDS = 7 * 24 * 60 * 60
export const LAST_EXPIRY = '2200-12-31T23:59:59.999Z'

/** `api` keys give access to the API, `owner` keys to the settings; `worker` is the API key of the account's worker. */
const keyKinds = ['api', 'worker', 'owner'] as const

const fields = {
  id: uuid,
  name: z.string(),
  kind: z.enum(keyKinds),
  scopes: z.array(KeyScope),
  hint: z.string().meta({ description: 'First and last characters of the key.', examples: ['sk_studio_…x7Qp'] }),
  rate_per_second: z
    .int()
    .min(1)
    .nullable()
    .meta({ description: 'Requests per second allowed to this key; null: the common rate.' }),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  last_used_at: timestamp.nullable().meta({ description: 'Time of the last use, to the minute.' }),
  last_used_ip: z.string().nullable(),
  revoked_at: timestamp.nullable(),
  replaced_by: uuid.nullable().meta({ description: 'Id of the key that a rotation created to replace this one.' }),
}

export const Key = z.strictObject(fields).meta({ id: 'Key' })
export type Key = z.output<typeof Key>

/** `key` is shown once. A repeated request with the same Idempotency-Key gets `null`, because keys are never stored. */
export const IssuedKey = z
  .strictObject({
    ...fields,
    key: z
      .string()
      .nullable()
      .meta({ description: 'The key. Shown only in this answer; null if the answer is repeated.' }),
  })
  .meta({ id: 'IssuedKey' })
export type IssuedKey = z.output<typeof IssuedKey>

const scopeList = <const T extends readonly string[]>(known: T) =>
  z
    .array(z.enum(known))
    .min(1)
    .max(known.length)
    .check((context) => {
      context.value.forEach((scope, index) => {
        if (context.value.indexOf(scope) !== index) context.issues.push(createIssue(scope, 'repeated', {}, [index]))
      })
    })
    .meta({ uniqueItems: true })

export const scopesOfKind = { api: scopes, owner: settingsScopes } as const

const newKey = <const T extends readonly string[]>(known: T) =>
  z.strictObject({
    name: nameText,
    kind: z.enum(['api', 'owner']).default('api').meta({
      description: 'Plane that the key opens, within its scopes: api the API, owner the account settings.',
    }),
    scopes: scopeList(known),
    expires_at: moment
      .refine((value) => value <= LAST_EXPIRY, toSchemaMessage('ends_too_late', { end: LAST_EXPIRY }))
      .nullish()
      .meta({ description: 'Expiry time, in the future; omitted or null: never.' }),
    rate_per_second: z.int().min(1).max(MAX_RATE_PER_SECOND).nullish(),
  })

/** One schema per kind, so that a scope of the other kind is reported together with all other faults. */
export const newKeyByKind = { api: newKey(scopes), owner: newKey(settingsScopes) }

/** These schemas are for OpenAPI only. They state that scopes of different kinds of key cannot be combined. */
const keySchemasByKind = [
  { properties: { kind: { const: 'api' }, scopes: { items: { enum: [...scopes] } } } },
  { properties: { kind: { const: 'owner' }, scopes: { items: { enum: [...settingsScopes] } } }, required: ['kind'] },
]

export const NewKey = newKey(keyScopes).meta({ id: 'KeyCreate', anyOf: keySchemasByKind })
export type NewKey = z.output<typeof NewKey>

export const KeyRotation = z
  .strictObject({
    overlap_seconds: z.int().min(0).max(MAX_OVERLAP_SECONDS).default(DEFAULT_OVERLAP_SECONDS).meta({
      description: 'Seconds for which the old key still works; 0: it stops at once.',
    }),
  })
  .meta({ id: 'KeyRotation' })
export type KeyRotation = z.output<typeof KeyRotation>

const issuedReply = { status: 201, body: z.strictObject({ data: IssuedKey }) }

export const listKeys = defineOperation({
  id: 'listKeys',
  method: 'GET',
  path: '/keys',
  objectType: 'keys',
  summary: 'List the account’s keys, newest first, revoked and expired ones too',
  scope: 'keys:read',
  query: { ...pageQuery },
  reply: { status: 200, body: z.strictObject({ data: z.array(Key), pagination: z.strictObject(pagination) }) },
  errors: [],
})

export const getKey = defineOperation({
  id: 'getKey',
  method: 'GET',
  path: '/keys/{id}',
  objectType: 'keys',
  summary: 'Read one key, without the key itself',
  scope: 'keys:read',
  params: { id: uuid },
  reply: { status: 200, body: z.strictObject({ data: Key }) },
  errors: ['not_found'],
})

export const createKey = defineOperation({
  id: 'createKey',
  method: 'POST',
  path: '/keys',
  objectType: 'keys',
  summary: 'Create an API key, or an owner key with scopes; the key is shown only in this answer',
  scope: 'keys:write',
  body: NewKey,
  reply: issuedReply,
  errors: ['validation_failed'],
})

export const rotateKey = defineOperation({
  id: 'rotateKey',
  method: 'POST',
  path: '/keys/{id}/rotate',
  objectType: 'keys',
  summary: 'Replace a key by a new one; both work until the overlap ends',
  scope: 'keys:write',
  params: { id: uuid },
  body: KeyRotation,
  reply: issuedReply,
  errors: ['not_found', 'validation_failed', 'precondition_failed', 'key_not_live'],
})

export const revokeKey = defineOperation({
  id: 'revokeKey',
  method: 'DELETE',
  path: '/keys/{id}',
  objectType: 'keys',
  summary: 'Revoke a key from the next request on; its record stays',
  scope: 'keys:write',
  params: { id: uuid },
  reply: { status: 200, body: z.strictObject({ data: z.strictObject({ id: uuid, revoked: z.literal(true) }) }) },
  errors: ['not_found', 'precondition_failed', 'last_owner_key'],
})
