import { DELIVERY_DAYS, EVENT_DAYS, MAX_REPLAY_DAYS } from '../policies.ts'

/** What an operation does beyond its summary, by its id: what a caller should know before the first request. */
const operations: Readonly<Record<string, string>> = {
  listGear:
    '`q` finds items whose brand and model hold every word of it, whatever the case and the accents; filters can be combined. The type filter is echoed in `pagination.type`.',
  getGear: 'Carries every field of the item’s type, `null` where nothing is known.',
  createGear:
    'Which fields an item has depends on `gear_type`; a field of another type is a fault. With `warranty_expires_on` the item gets a warranty document, written in the same step.',
  updateGear:
    '`gear_type` may be left out; when it is given it must be the stored one, because a type never changes. `null` clears an optional field. A patch that changes nothing answers with the record as it was.',
  deleteGear: `Deletes the item together with its maintenance records and documents, all or nothing, and says how many of each. They can be restored for as long as events are kept, ${EVENT_DAYS} days by default.`,
  restoreGear:
    'Restores an item that was deleted, with the maintenance records and documents that were deleted with it. Ids, `created_at` and places in lists are those of before; `updated_at` is new, and each record has a new event. An item that was deleted before its server could restore, or longer ago than events are kept, is 404.',
  listShoots:
    'By `shoot_date`, `shoot_time` (those without come last on their day) and `id`. `q` looks at title, client and places. What was applied is echoed in `filters`.',
  getShoot: 'Carries both `location`, the first place, and `locations`, all of them.',
  createShoot: 'A shoot begins in planning with a progress of 0. Give `location` for one place or `locations` for several, not both.',
  updateShoot:
    'The status may go planning → confirmed, completed, cancelled; confirmed → planning, completed, cancelled; completed → confirmed; cancelled → planning; anything else is 409 `invalid_transition`. Completing without a progress sets 100. `location` and `locations` each replace the whole place; give one of them.',
  deleteShoot: 'Deletes the plan.',
  listMaintenance: 'Filters can be combined.',
  getMaintenance: '`completed_at` is set while the record is completed.',
  createMaintenance:
    '`item_id` must be a gear item of the account and `item_type` its type, else 422 `gear_reference_invalid`. A record cannot begin as cancelled.',
  updateMaintenance:
    'The status may go scheduled → in_progress, completed, cancelled; in_progress → scheduled, completed, cancelled; completed → in_progress; cancelled → scheduled; anything else is 409 `invalid_transition`. The gear reference is checked as on creation.',
  deleteMaintenance: 'Deletes the record.',
  listDocuments:
    'What never expires comes last. Warranties noted on gear items are here too (`source` is `gear`), so that one list shows all coverage.',
  getDocument: 'The metadata only: Kitroom keeps no files.',
  getAnalytics:
    'Every count is exact at the moment of the answer, `generated_at`. Every key is there, also at 0. The ETag is weak, because it is that of the counts alone: 304 says that none of them has changed.',
  getProfile:
    'The account with its currency, time zone and subscription, and the studio as a business. The header `Kitroom-Epoch` names one history of the account’s data: after a restore from a backup it is another, and what a client kept before may never have been.',

  listKeys: 'Revoked and expired keys stay in the list. The keys themselves are nowhere: only their SHA-256 is kept.',
  getKey: 'Says when and from where the key was last used.',
  createKey:
    '`key` in the answer is the only time the key is shown. A repeat with the same `Idempotency-Key` gets the same answer with `null` there. Give a key the scopes it needs and no more.',
  rotateKey:
    'Makes a new key with the same name, scopes and rate. The old one works until the overlap ends, a day unless told otherwise. `overlap_seconds` 0 revokes it.',
  revokeKey: 'The key is refused from the next request on, on every server. The last full owner key cannot be revoked.',
  listOwnDocuments: 'The same list as `GET /documents` of the API, for the owner key.',
  getOwnDocument: 'The same record as `GET /documents/{id}` of the API, for the owner key.',
  createDocument: '`gear_id`, when given, must be a gear item of the account.',
  updateDocument: 'A document that comes from gear (`source` is `gear`) follows the warranty fields of its item: 409 `managed_by_gear`.',
  deleteDocument: 'A document that comes from gear goes when the item’s `warranty_expires_on` is cleared: 409 `managed_by_gear`.',
  getOwnProfile: 'The same as `GET /profile` of the API, for the owner key.',
  updateProfile: 'Changes either part or both. `null` clears what may be empty.',
  getSubscription: 'Tier and status decide which features there are.',
  updateSubscription:
    'Features follow with the next request: maintenance can be written with tier pro or studio while the status is active or trialing.',
  listAudit:
    'One entry for each request with a known key, refused ones too: who, what, when, from where, the answer, which fields changed; never keys or bodies. Entries of requests that changed nothing are here within a second. `pagination.next_cursor` leads on.',
  exportAudit:
    'Sent while it is read, so any length costs the same memory. Every text that a spreadsheet could take for a formula is made inert in CSV.',
  verifyAudit: 'Computes the whole chain anew, which takes seconds for a million entries. Answers 200 also when something is wrong: read `ok`.',
  listWebhooks: 'Those that are switched off are here too. Secrets are shown when they are made, never again.',
  getWebhook:
    'Says how sending goes: `failing_since` and `failures_in_a_row` while nothing gets through, `last_success_at`, `disabled_reason` once it is switched off.',
  createWebhook:
    '`secret` in the answer is the only time the secret is shown: keep it, it is what deliveries are verified with. A repeat with the same `Idempotency-Key` gets the same answer with `null` there. The endpoint gets the events that happen from now on. Where it may be is checked here and again at each sending: https on a public address, port 443 or 8443, unless who runs the server allows more.',
  updateWebhook:
    'With `status` `disabled` nothing is sent any more and what waits is cancelled. `enabled` switches it on again, forgets its failures and lets what waits go at once; events of the time between are not sent, a replay brings them. `If-Match` takes the ETag or `updated_at` in quotes; what deliveries change of the endpoint does not count.',
  deleteWebhook: 'Nothing is sent to it from now on. Its log goes too, within minutes when it is long.',
  rotateWebhookSecret:
    '`secret` in the answer is the only time the new secret is shown. Until `old_secret_until` each delivery carries the signatures of both, so that a receiver can change over meanwhile. `overlap_seconds` 0 drops the old one at once; rotating again during an overlap drops the oldest.',
  testWebhook:
    'The event’s record is the endpoint as it is shown. It goes to this endpoint alone, whatever it asks for, and appears among its deliveries, where the attempts say what came back.',
  listDeliveries: `One delivery is one event for this endpoint; a replay makes another. They are kept for ${DELIVERY_DAYS} days. \`response\` is the beginning of the answer’s body, at most 1,000 characters. \`pagination.next_cursor\` leads on.`,
  replayWebhook: `Give \`event_ids\`, at most 100, or \`since\`, at most ${MAX_REPLAY_DAYS} days back. Only events that the endpoint’s \`events\` match are sent; \`deliveries\` says how many. Replaying \`since\` a moment makes at most 5,000 deliveries at once: while \`next_cursor\` is not null, send the same request again with it in \`cursor\`.`,
  listEvents: 'One event for each changed record, committed with the change. `type` takes an event type or all of a kind, such as `gear.*`.',
}

/** What an operation does beyond its summary. */
export const describeOperation = (id: string): string | undefined => operations[id]
