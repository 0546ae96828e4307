import { z } from 'zod'
import { cursorPagination, cursorQuery } from '../cursorPage.ts'
import { momentQuery } from '../moment.ts'
import { defineOperation } from '../operation.ts'
import { toSchemaMessage } from '../schemaFaults.ts'
import { clientUuid, timestamp, uuid } from '../text.ts'

const text = z.string().nullable()

/** One request with a known key, or several merged ones. Members without a value are `null`. */
export const AuditEntry = z
  .strictObject({
    seq: z.int().min(1),
    at: timestamp,
    request_id: uuid,
    key_id: uuid,
    /** First and last characters of the key. The prefix ok_studio_ means a request to the account settings. */
    key: z.string().meta({ examples: ['sk_studio_…a1B2'] }),
    scope: text,
    /** Console session that used the key. */
    session_id: text,
    method: z.string(),
    route: z.string().meta({ examples: ['/gear/{id}'] }),
    query: text,
    status: z.int(),
    error: text,
    duration_us: z.int(),
    bytes_in: z.int(),
    bytes_out: z.int(),
    ip: z.string(),
    user_agent: text,
    client_request_id: text,
    idempotency: text,
    replayed: z.boolean(),
    object_type: text,
    object_id: text,
    /** Present or last name of the record. */
    object_name: text,
    changed: z.array(z.string()).nullable(),
    version_before: text,
    version_after: text,
    /** Number of requests. It exceeds 1 if refusals or old reads with one key in one minute were merged. */
    count: z.int().min(1),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.output<typeof AuditEntry>

const auditedMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const

/** Filters are combined with AND. `status` is a number or a class such as 4xx. */
const auditFilters = {
  ...momentQuery,
  key_id: clientUuid.optional(),
  request_id: clientUuid.optional(),
  method: z.enum(auditedMethods).optional(),
  status: z
    .string()
    .regex(/^[1-5](?:\d\d|xx)$/, toSchemaMessage('no_status_class', {}))
    .meta({ examples: ['404', '4xx'] })
    .optional(),
  object_id: clientUuid.optional(),
  console_reads: z.enum(['include', 'exclude']).optional(),
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

export const auditFormats = ['ndjson', 'csv'] as const

/** Streams the rows, oldest first. Without `format`, the Accept header decides. */
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

export const AuditReport = z
  .strictObject({
    ok: z.boolean(),
    links: z.int().min(0),
    rows: z.int().min(0),
    count: z.int().min(0),
    pruned_links: z.int().min(0),
    pruned_rows: z.int().min(0),
    pruned_until: timestamp.nullable(),
    seq: z.int().min(0),
    /** Hash of the last intact link. Store it outside this server and pass it as `head` in the next verification. */
    head: z.string(),
    head_found: z.boolean().nullable(),
    fault: text,
  })
  .meta({ id: 'AuditReport' })
export type AuditReport = z.output<typeof AuditReport>

/** Recomputes the whole chain; a million rows take seconds. The status is 200 for a damaged chain too: check `ok`. */
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
      .regex(/^[0-9a-f]{64}$/, toSchemaMessage('no_audit_head', {}))
      .optional(),
  },
  reply: { status: 200, body: z.strictObject({ data: AuditReport }) },
  errors: [],
})
