import { z } from 'zod'
import { cursorPagination, cursorQuery } from '../cursorPage.ts'
import { momentQuery } from '../moment.ts'
import { defineOperation } from '../operation.ts'
import { givenUuid, timestamp, uuid } from '../text.ts'

const text = z.string().nullable()

/** One request by a known key, or several merged ones. Every member is always there, `null` when there is nothing to say. */
export const AuditEntry = z
  .strictObject({
    /** Number of the row in the account's chain: 1, 2, 3 …, in the order of commits. */
    seq: z.int().min(1),
    /** When the request was answered. */
    at: timestamp,
    request_id: uuid,
    key_id: uuid,
    /** First and last characters of the key. Requests with ok_studio_… were for the account settings. */
    key: z.string().meta({ examples: ['sk_studio_…a1B2'] }),
    /** Scope that the operation needs. */
    scope: text,
    method: z.string(),
    /** Path with placeholders, under the base path of the plane. */
    route: z.string().meta({ examples: ['/gear/{id}'] }),
    /** Query as sent, keys masked, at most 256 characters. */
    query: text,
    status: z.int(),
    /** Error code of a refusal. */
    error: text,
    duration_us: z.int(),
    bytes_in: z.int(),
    bytes_out: z.int(),
    ip: z.string(),
    /** One line, at most 256 characters, without control characters. */
    user_agent: text,
    /** The client's own `X-Request-Id`. */
    client_request_id: text,
    /** SHA-256 of the Idempotency-Key. */
    idempotency: text,
    /** Whether the answer was a kept one, given again. */
    replayed: z.boolean(),
    object_type: text,
    object_id: text,
    /** Names of the fields that the request changed. */
    changed: z.array(z.string()).nullable(),
    version_before: text,
    version_after: text,
    /** Requests that the row stands for: 1, or more where refusals or old reads of a key and a minute were merged. */
    count: z.int().min(1),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.output<typeof AuditEntry>

/** Methods that leave rows. */
const auditedMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const

/** Filters of the audit; all that are given must hold. `status` is a number or a class such as 4xx. */
const auditFilters = {
  ...momentQuery,
  key_id: givenUuid.optional(),
  request_id: givenUuid.optional(),
  method: z.enum(auditedMethods).optional(),
  status: z
    .string()
    .regex(/^[1-5](?:\d\d|xx)$/, 'must be a status (404) or a class of them (4xx)')
    .meta({ examples: ['404', '4xx'] })
    .optional(),
  object_id: givenUuid.optional(),
}

export const listAudit = defineOperation({
  id: 'listAudit',
  method: 'GET',
  path: '/audit',
  objectType: 'audit',
  summary: 'List the requests of the account, newest first',
  scope: 'audit:read',
  query: { ...cursorQuery, ...auditFilters },
  reply: { status: 200, body: z.strictObject({ data: z.array(AuditEntry), pagination: cursorPagination }) },
  errors: [],
})

/** How an export is written: one JSON object a line, or a table with a header row. */
export const auditFormats = ['ndjson', 'csv'] as const

/** Oldest first, as long as it takes; the body grows while it is made. Without `format` the Accept header chooses. */
export const exportAudit = defineOperation({
  id: 'exportAudit',
  method: 'GET',
  path: '/audit/export',
  objectType: 'audit',
  summary: 'Export the requests of the account, oldest first, as NDJSON or CSV',
  scope: 'audit:read',
  query: { ...auditFilters, format: z.enum(auditFormats).optional() },
  reply: { status: 200, body: z.string(), media: ['application/x-ndjson', 'text/csv'] },
  errors: [],
})

/** What a check of the account's audit chain found. */
export const AuditReport = z
  .strictObject({
    /** Whether the chain holds and, where a head was given, still contains it. */
    ok: z.boolean(),
    /** Links checked. */
    links: z.int().min(0),
    /** Rows checked. */
    rows: z.int().min(0),
    /** Requests that the checked rows stand for. */
    count: z.int().min(0),
    /** Links whose rows were pruned by the retention. */
    pruned_links: z.int().min(0),
    pruned_rows: z.int().min(0),
    /** When the newest of the pruned rows was written. */
    pruned_until: timestamp.nullable(),
    /** Number of the last row up to which the chain holds. */
    seq: z.int().min(0),
    /** Hash of the last link up to which the chain holds: note it outside of this server, and give it as `head` next time. */
    head: z.string(),
    /** Whether the head that was given is a link of the chain; `null` when none was given. */
    head_found: z.boolean().nullable(),
    /** What is wrong first, in a sentence; `null` when nothing is. */
    fault: text,
  })
  .meta({ id: 'AuditReport' })
export type AuditReport = z.output<typeof AuditReport>

/** Computes the whole chain anew, which takes seconds for a million rows. Answers 200 also when something is wrong: read `ok`. */
export const verifyAudit = defineOperation({
  id: 'verifyAudit',
  method: 'GET',
  path: '/audit/verify',
  objectType: 'audit',
  summary: 'Check that no audit row was changed, removed or added',
  scope: 'audit:read',
  query: {
    head: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be a head that an earlier check gave: 64 hexadecimal digits')
      .optional(),
  },
  reply: { status: 200, body: z.strictObject({ data: AuditReport }) },
  errors: [],
})
