/** The tables of the API database. A record's JSON text is what replies carry, byte for byte; the columns beside it are what queries need. */
export interface Schema {
  account: { id: string; name: string; created_at: string }
  profile: ProfileRow
  studio_profile: StudioProfileRow
  api_key: ApiKeyRow
  account_state: AccountStateRow
  gear: GearRow
  gear_name: { account_id: string; id: number; fold: string; items: number }
  shoot: ShootRow
  maintenance: MaintenanceRow
  document: DocumentRow
  deleted_record: DeletedRecordRow
  event: { account_id: string; seq: number; id: string; type: string; record_id: string; at: string; body: string; request_id: string | null }
  audit: AuditRow
  audit_link: AuditLinkRow
  idempotency: { account_id: string; key: string; fingerprint: string; answer: string; at_ms: number }
  /** One row, `servers`. See `server/housekeeping/pruneGuard.ts`. */
  clock_watch: { name: string; seen_ms: number; wait_ms: number }
  housekeeping_lease: { job: string; holder: string; until_ms: number }
  webhook_endpoint: WebhookEndpointRow
  /** The last event of an account that deliveries were made of. No row: none yet. */
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
  /** `api` opens the API plane, `owner` the settings plane, `worker` is an API key of the account's own worker. */
  kind: string
  name: string
  /** SHA-256 of the key, hexadecimal. The key itself is stored nowhere. */
  hash: string
  last4: string
  /** Scopes, separated by one space. */
  scopes: string
  rate_per_second: number | null
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  /** At most one write a minute: when the key was last used, and from which address. */
  last_used_at: string | null
  last_used_ip: string | null
  /** The key that a rotation made in this one's place. */
  replaced_by: string | null
}

/** One row per account; every write takes it first. See `accountState.ts`. */
export interface AccountStateRow {
  account_id: string
  epoch: string
  /** The newest moment that a write of the account had; no later one has an earlier moment. */
  clock_ms: number
  /** How many ids were made at the newest moment of ids. */
  clock_seq: number
  /** Ids are of this moment or later: they go on rising where `clock_ms` was put back by `kitroom account repair-clock`. */
  id_ms: number
  gear_version: number
  gear_removals: number
  gear_moves: number
  shoots_version: number
  maintenance_version: number
  documents_version: number
  profile_version: number
  next_name_id: number
  audit_seq: number
  audit_hash: string
  /** What the audit rows that are still there take on the disk, roughly. */
  audit_bytes: number
  /** Reads and refusals up to this moment have been merged into counts; empty before the first time. */
  audit_merged_at: string
  event_seq: number
  /** How many record migrations a server has begun on the account's records. See `recordSchema.ts`. */
  record_schema: number
  /** Equals `event_seq` as long as only servers of that record schema write; the events of others leave it behind. */
  record_schema_seq: number
  /** Table and id that the migration of the records has reached; empty once it has ended. */
  record_schema_cursor: string
  counters: string
}

/** A gear item that was deleted, or a record that was deleted with it. */
export interface DeletedRecordRow {
  account_id: string
  id: string
  /** The item that it is, or belonged to. */
  gear_id: string
  kind: 'gear' | 'maintenance' | 'document'
  deleted_at: string
  /** Its whole text; events cut long text. */
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
}

export interface ShootRow {
  account_id: string
  id: string
  status: string
  /** Day and time as one text that sorts; see `resources/shoots/record.ts`. */
  starts: string
  /** What `q` searches, folded. */
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
  /** `expires_on`, or a day after every other where there is none. */
  expires_key: string
  source: string
  record: string
}

export interface AuditRow {
  account_id: string
  seq: number
  at: string
  request_id: string
  key_id: string
  method: string
  status: number
  object_id: string | null
  /** The whole entry as JSON text; the chain hashes this. */
  entry: string
}

/** A link of an account's audit chain: one write's row, or a batch of others. See `server/audit/link.ts`. */
export interface AuditLinkRow {
  account_id: string
  last_seq: number
  first_seq: number
  rows_hash: string
  hash: string
  /** When the newest of its rows was written. */
  last_at: string
  /** How many of its rows are of requests that changed something. */
  writes: number
  /** What its rows take on the disk, roughly. */
  bytes: number
  /** When the retention deleted its rows; `null` while they are there. */
  pruned_at: string | null
  /** Of a pruned link: hash over what is left of it. */
  seal: string | null
}

/** Where events are sent. Secrets are sealed; see `server/webhooks/secretBox.ts`. */
export interface WebhookEndpointRow {
  account_id: string
  id: string
  url: string
  description: string | null
  /** What it wants, as JSON text: `["gear.*", "shoot.created"]`; `["*"]` is everything. */
  events: string
  status: WebhookStatus
  disabled_reason: WebhookDisabledReason | null
  disabled_at: string | null
  secret: string
  /** The secret before, while both sign. */
  old_secret: string | null
  old_secret_until: string | null
  /** Only events after this one are meant for it. */
  after_seq: number
  /** When the present row of failed attempts began; null while it answers. */
  failing_since_ms: number | null
  failures_in_a_row: number
  /** Nothing is sent before this moment: the endpoint asked for patience, or does not answer at all. */
  paused_until_ms: number
  last_success_at: string | null
  created_at: string
  updated_at: string
}

type WebhookStatus = 'enabled' | 'disabled'
/** `owner`: switched off in the settings; `gone`: it answered 410; `failing`: nothing has got through for days. */
export type WebhookDisabledReason = 'owner' | 'gone' | 'failing'

/** One event for one endpoint. */
export interface WebhookDeliveryRow {
  account_id: string
  /** UUIDv7. */
  id: string
  endpoint_id: string
  event_seq: number
  event_id: string
  type: string
  /** `pending` ones have a `next_at_ms`; `failed`: given up after the last attempt; `cancelled`: the endpoint was disabled or deleted. */
  status: 'pending' | 'delivered' | 'failed' | 'cancelled'
  attempts: number
  /** When the next attempt is due; null once there is none. */
  next_at_ms: number | null
  /** The server that has it in hand, and until when the others leave it alone. */
  lease_holder: string | null
  lease_until_ms: number | null
  created_at: string
  finished_at: string | null
}

export interface WebhookAttemptRow {
  account_id: string
  delivery_id: string
  /** From 1. */
  number: number
  at: string
  /** null while it is under way, or for ever when the server died meanwhile. */
  duration_ms: number | null
  /** HTTP status of the answer; null when there was none. */
  status: number | null
  /** Code of what went wrong where there was no answer, or it did not count. */
  error: string | null
  /** The beginning of the answer's body, made harmless. */
  response: string | null
}
