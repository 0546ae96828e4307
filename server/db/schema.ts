import type { AuditLinkRow, AuditRow } from './auditRows.ts'
import type { GearCategoryRow } from './categoryRows.ts'
import type { GearFieldRow, GearFieldValueRow } from './fieldRows.ts'
import type { SigningKeyRow } from './signingKeyRow.ts'

/** Tables of the API database. A record's JSON text is exactly that of replies; the other columns are for queries. */
export interface Schema {
  account: { id: string; name: string; created_at: string }
  profile: ProfileRow
  studio_profile: StudioProfileRow
  api_key: ApiKeyRow
  account_state: AccountStateRow
  console_session: ConsoleSessionRow
  console_code: ConsoleCodeRow
  signing_key: SigningKeyRow
  gear: GearRow
  gear_category: GearCategoryRow
  gear_field: GearFieldRow
  gear_field_value: GearFieldValueRow
  gear_name: { account_id: string; id: number; fold: string; items: number }
  shoot: ShootRow
  maintenance: MaintenanceRow
  document: DocumentRow
  deleted_record: DeletedRecordRow
  event: {
    account_id: string
    seq: number
    id: string
    type: string
    record_id: string
    at: string
    body: string
    request_id: string | null
  }
  audit: AuditRow
  audit_link: AuditLinkRow
  idempotency: { account_id: string; key: string; fingerprint: string; answer: string; at_ms: number }
  /** Row named `servers`; see `server/housekeeping/pruneGuard.ts`. */
  clock_watch: { name: string; seen_ms: number; wait_ms: number }
  housekeeping_lease: { job: string; holder: string; until_ms: number }
  webhook_endpoint: WebhookEndpointRow
  /** Last event that was fanned out to deliveries; no row before the first. */
  webhook_cursor: { account_id: string; seq: number }
  webhook_delivery: WebhookDeliveryRow
  webhook_attempt: WebhookAttemptRow
}

export interface ProfileRow {
  account_id: string
  full_name: string | null
  email: string | null
  city: string | null
  state: string | null
  country: string | null
  currency: string
  timezone: string
  subscription_tier: string
  subscription_status: string
  created_at: string
  updated_at: string
}

export interface StudioProfileRow {
  account_id: string
  business_name: string | null
  business_email: string | null
  business_phone: string | null
  default_currency: string | null
  default_payment_terms: string | null
  default_tax_rate: number | null
  created_at: string
  updated_at: string
}

export interface ApiKeyRow {
  id: string
  account_id: string
  /** `api` keys give access to the API, `owner` keys to the settings; `worker` is the key of the account's worker. */
  kind: string
  name: string
  /** SHA-256 in hexadecimal. The key itself is not stored. */
  hash: string
  last4: string
  scopes: string
  rate_per_second: number | null
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  last_used_ip: string | null
  replaced_by: string | null
}

/** A browser's session of the console. A restore deletes all. */
export interface ConsoleSessionRow {
  id: string
  account_id: string
  /** SHA-256 of the cookie's token, in hexadecimal. */
  token_hash: string
  api_key_id: string
  owner_key_id: string | null
  created_at: string
  expires_at: string
  /** To the minute. */
  last_used_at: string
  last_used_ip: string
  user_agent: string | null
  ended_at: string | null
}

/** A link that signs in once. */
export interface ConsoleCodeRow {
  /** SHA-256 of the code, in hexadecimal. */
  hash: string
  account_id: string
  api_key_id: string
  owner_key_id: string | null
  created_at: string
  expires_at: string
  used_at: string | null
}

/** One row per account; every write locks it first. See `accountState.ts`. */
export interface AccountStateRow {
  account_id: string
  epoch: string
  /** Time of the account's last write; it never decreases. */
  clock_ms: number
  /** Number of ids generated at the time of the newest id. */
  clock_seq: number
  /** Lower limit for new ids, so that ids keep rising after `kitroom account repair-clock` has set `clock_ms` back. */
  id_ms: number
  gear_version: number
  gear_removals: number
  gear_moves: number
  /** Changes with each definition of an own field or category, by a random step: no version occurs twice, not even after a rollback. */
  fields_version: number
  shoots_version: number
  maintenance_version: number
  documents_version: number
  profile_version: number
  next_name_id: number
  audit_seq: number
  audit_hash: string
  /** Estimated disk size of the stored audit rows. */
  audit_bytes: number
  /** Reads and refusals up to this time are merged; empty before the first merge. */
  audit_merged_at: string
  event_seq: number
  /** Number of record migrations that a server has begun on the account's records. See `recordSchema.ts`. */
  record_schema: number
  /** Equals `event_seq` while only servers of that record schema write. Events of other servers make it fall behind. */
  record_schema_seq: number
  /** Table and id up to which the records are migrated; empty once all are. */
  record_schema_cursor: string
  counters: string
}

export interface DeletedRecordRow {
  account_id: string
  id: string
  /** Id of the deleted item, or of the item to which the deleted record belonged. */
  gear_id: string
  kind: 'gear' | 'maintenance' | 'document'
  deleted_at: string
  /** Full record, since events truncate long texts. */
  record: string
}

export interface GearRow {
  account_id: string
  id: string
  gear_type: string
  status: string
  name_id: number
  asset_tag_key: string | null
  serial_number: string | null
  record: string
  /** `null` until a row of an older server is migrated. */
  condition: string | null
  location_key: string | null
  tag_fold: string | null
  serial_fold: string | null
  purchase_date: string | null
  purchase_cents: number | null
  replacement_cents: number | null
  /** Folded texts of own fields, which searches read; `null` without one. */
  fields_fold: string | null
  /** Category of an accessory; `null` without one. */
  category: string | null
}

export interface ShootRow {
  account_id: string
  id: string
  status: string
  /** Day and time as one sortable text; see `resources/shoots/record.ts`. */
  starts: string
  fold: string
  record: string
}

export interface MaintenanceRow {
  account_id: string
  id: string
  gear_id: string
  item_type: string
  status: string
  service_date: string
  record: string
}

export interface DocumentRow {
  account_id: string
  id: string
  gear_id: string | null
  type: string
  /** `expires_on`, or a date later than any other if the document does not expire. */
  expires_key: string
  source: string
  record: string
}

/** Secrets are sealed; see `platform/secretBox.ts`. */
export interface WebhookEndpointRow {
  account_id: string
  id: string
  url: string
  description: string | null
  /** Patterns as JSON text: `["gear.*", "shoot.created"]`; `["*"]` matches every event. */
  events: string
  status: WebhookStatus
  disabled_reason: WebhookDisabledReason | null
  disabled_at: string | null
  secret: string
  old_secret: string | null
  old_secret_until: string | null
  /** Number of the last event that the endpoint does not receive. */
  after_seq: number
  /** Start of the current series of failures; null after a success. */
  failing_since_ms: number | null
  failures_in_a_row: number
  /** No delivery is attempted before this time. */
  paused_until_ms: number
  last_success_at: string | null
  created_at: string
  updated_at: string
}

type WebhookStatus = 'enabled' | 'disabled'
/** `owner`: disabled in the settings; `gone`: the endpoint answered 410; `failing`: no delivery succeeded for days. */
export type WebhookDisabledReason = 'owner' | 'gone' | 'failing'

export interface WebhookDeliveryRow {
  account_id: string
  id: string
  endpoint_id: string
  event_seq: number
  event_id: string
  type: string
  /** `pending` rows have a `next_at_ms`; `failed`: no attempt is left; `cancelled`: the endpoint is off or deleted. */
  status: 'pending' | 'delivered' | 'failed' | 'cancelled'
  attempts: number
  next_at_ms: number | null
  /** Server that is sending the delivery, until its lease ends. */
  lease_holder: string | null
  lease_until_ms: number | null
  created_at: string
  finished_at: string | null
}

export interface WebhookAttemptRow {
  account_id: string
  delivery_id: string
  number: number
  at: string
  /** null while the attempt runs, or if the server died during it. */
  duration_ms: number | null
  status: number | null
  error: string | null
  response: string | null
}
