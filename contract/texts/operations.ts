import { DELIVERY_RETENTION_DAYS, EVENT_RETENTION_DAYS, MAX_REPLAY_DAYS } from '../policies.ts'

/** Descriptions of operations, beyond their summaries. */
const operations: Readonly<Record<string, string>> = {
  listGear:
    '`q` finds items whose brand and model contain all of its words; `search` also finds them by parts of asset tag and serial number. Case and accents are ignored. Filters can be combined. The type filter is echoed in `pagination.type`. `sort` chooses another order: `name` is brand and model, case and accents ignored; `type`, `status` and `condition` are in the order of their values here. Items without a value are last in both directions. Those with equal values are in the order of their creation, reversed with the minus sign. `category` takes a built-in category or one of the account. `field.<name>` filters by a filterable own field, with the whole value, case-insensitive; `sort` takes it too.',
  suggestGearValues:
    'Distinct values of `field` with the number of their items, sorted by value, case-insensitive. A value is spelled as its oldest item has it. `has_more` is true if there are more than `limit`: narrow them by `begins_with`. For suggestions while a person types a filter.',
  getGear: 'Returns every field of the item’s type, `null` if it has no value.',
  createGear:
    'The fields of an item depend on `gear_type`; a field of another type is a fault. `fields` has the account’s own fields: see `GET /fields`. With `warranty_expires_on` the item gets a warranty document in the same transaction.',
  updateGear:
    '`gear_type` is optional and must equal the stored one, because a type never changes. `null` clears an optional field. Of `fields` only the named ones change. A patch that changes nothing returns the record as it was.',
  deleteGear: `Deletes the item with its maintenance records and documents in one transaction, and returns how many there were. They can be restored as long as events are stored, ${EVENT_RETENTION_DAYS} days by default.`,
  restoreGear:
    'Restores a deleted item with the maintenance records and documents that were deleted with it. Ids, `created_at` and positions in lists stay the same; `updated_at` is new, and each record gets a new event. Values of own fields and a category that are not defined any more are left out, and `values_skipped` counts them. The answer is 404 if the item was deleted before its server could restore, or longer ago than events are stored.',
  listFields:
    'Own fields are defined in the account settings. `schemas` has the JSON Schema of `fields` for each gear type. The ETag changes with each definition; so do those of lists of gear.',
  listCategories:
    'The categories that the account has added, oldest first; `built_in` are those that every account has. The `category` of an accessory is one of either. The ETag changes with each change of them; so do those of lists of gear.',
  listShoots:
    'Sorted by `shoot_date`, `shoot_time` (shoots without one come last on their day) and `id`. `q` searches title, client and locations. The applied filters are echoed in `filters`.',
  getShoot: 'Returns both `location`, the first location, and `locations`, all of them.',
  createShoot:
    'A new shoot is in planning with a progress of 0. Give `location` for one location or `locations` for several, not both.',
  updateShoot:
    'Allowed changes of status: planning → confirmed, completed, cancelled; confirmed → planning, completed, cancelled; completed → confirmed; cancelled → planning. Any other is 409 `invalid_transition`. Completing without a progress sets 100. `location` and `locations` each replace all locations; give one of them.',
  deleteShoot: 'Deletes the shoot.',
  listMaintenance: 'Filters can be combined.',
  getMaintenance: '`completed_at` is set while the record is completed.',
  createMaintenance:
    '`item_id` must be a gear item of the account and `item_type` its type, else 422 `gear_reference_invalid`. A new record cannot be cancelled.',
  updateMaintenance:
    'Allowed changes of status: scheduled → in_progress, completed, cancelled; in_progress → scheduled, completed, cancelled; completed → in_progress; cancelled → scheduled. Any other is 409 `invalid_transition`. The gear reference is checked as on creation.',
  deleteMaintenance: 'Deletes the record.',
  listDocuments:
    'Documents without an expiry date come last. Warranties of gear items are included (`source` is `gear`), so that one list shows all coverage.',
  getDocument: 'Returns metadata only: Kitroom stores no files.',
  getAnalytics:
    'Every count is exact at `generated_at`. Every key is present, also at 0. The ETag is weak because it covers the counts only: 304 means that none of them has changed.',
  getInventoryValues:
    'Sums of `purchase_price` and `replacement_value` in `currency`, exact to the cent up to 90 trillion. Items without the field count as 0. Every key is present, also at 0. The ETag is weak, as that of `GET /analytics`.',
  getMonthlyFigures:
    'Every month from `from` to `to` is present, also at 0; at most 36. A completed service counts in the month of its `service_date`; one without `cost` costs 0. `shoots` counts those that are not cancelled. The ETag is weak, as that of `GET /analytics`.',
  getProfile:
    'Returns the account with its currency, time zone and subscription, and the studio as a business. The header `Kitroom-Epoch` changes when the account’s data is restored from a backup: data that a client stored before may no longer exist.',
  listDisabledWebhooks:
    'Endpoints that receive no events any more, because nothing got through for days or they answered 410. Those that the owner disabled are not listed. Kitroom’s worker reads it to notify people.',

  listKeys: 'Revoked and expired keys stay in the list. The keys themselves are not stored, only their SHA-256.',
  getKey: 'Returns when and from which address the key was last used.',
  createKey:
    '`key` is shown only in this answer. A repeat with the same `Idempotency-Key` returns the same answer with `key` null. Give a key only the scopes it needs.',
  rotateKey:
    'Creates a new key with the same name, scopes and rate. The old key works until the overlap ends, by default after one day. `overlap_seconds` 0 revokes it at once.',
  revokeKey: 'Every server refuses the key from the next request on. The last full owner key cannot be revoked.',
  getCaller:
    'Needs no scope. Kitroom’s worker asks this about every request to its control plane from another machine: `automation:read` allows reads, `automation:write` everything else, a full owner key both. Never cache the answer, because a revoked key must end at once.',
  listSessions: 'A session that is not live stays in the list for 30 days.',
  endSession: 'Every server refuses the session from the next request on. Ending one that has ended changes nothing.',
  listOwnDocuments: 'The same list as `GET /documents` of the API, for the owner key.',
  getOwnDocument: 'The same record as `GET /documents/{id}` of the API, for the owner key.',
  createDocument: '`gear_id`, when given, must be a gear item of the account.',
  updateDocument: 'A document with `source` `gear` follows the warranty fields of its item: 409 `managed_by_gear`.',
  deleteDocument:
    'A document with `source` `gear` is deleted by clearing the item’s `warranty_expires_on`: 409 `managed_by_gear`.',
  getOwnProfile: 'The same as `GET /profile` of the API, for the owner key.',
  updateProfile: 'Changes either part or both. `null` clears an optional field.',
  getSubscription: 'Tier and status decide which features are available.',
  updateSubscription:
    'Features change with the next request: maintenance can be written with tier pro or studio while the status is active or trialing.',
  listAudit:
    'One entry for each request with a known key, also for refused ones: key, time, address, answer and changed fields; never keys or bodies. Entries of requests that changed nothing appear within a second. `pagination.next_cursor` is the cursor of the next page.',
  exportAudit:
    'Streamed, so memory use does not depend on the length. CSV cells that a spreadsheet could run as a formula are escaped.',
  verifyAudit:
    'Recomputes the whole chain, which takes seconds for a million entries. A damaged chain is 200 too: read `ok`.',
  listWebhooks: 'Disabled endpoints are included. A secret is shown only when it is created.',
  getWebhook:
    'Shows the state of sending: `failing_since` and `failures_in_a_row` while attempts fail, `last_success_at`, and `disabled_reason` if it is disabled.',
  createWebhook:
    '`secret` is shown only in this answer: store it to verify deliveries. A repeat with the same `Idempotency-Key` returns the same answer with `secret` null. The endpoint receives events from now on. The address is checked now and before each attempt: https on a public address, port 443 or 8443, unless the operator of the server allows more.',
  updateWebhook:
    '`status` `disabled` stops sending and cancels pending deliveries. `enabled` resumes sending, resets the failures and makes pending deliveries due at once; events from the time between are not sent, but can be replayed. `If-Match` takes the ETag or `updated_at` in quotes; deliveries do not change it.',
  deleteWebhook: 'Sending stops at once. The delivery log is deleted too, within minutes if it is long.',
  rotateWebhookSecret:
    '`secret` is shown only in this answer. Until `old_secret_until` each delivery carries the signatures of both secrets, so that a receiver can switch. `overlap_seconds` 0 drops the old secret at once; another rotation during an overlap drops the oldest.',
  testWebhook:
    'The record of the event is the endpoint itself. The event goes to this endpoint only, whatever its `events`, and appears among its deliveries; their attempts contain the answer.',
  listDeliveries: `A delivery is one event for this endpoint; a replay creates another. Deliveries are stored for ${DELIVERY_RETENTION_DAYS} days. \`response\` is the beginning of the answer’s body, at most 1,000 characters. \`pagination.next_cursor\` is the cursor of the next page.`,
  replayWebhook: `Give \`event_ids\`, at most 100, or \`since\`, at most ${MAX_REPLAY_DAYS} days back. Only events that match the endpoint’s \`events\` are sent; \`deliveries\` is their number. A replay by \`since\` creates at most 5,000 deliveries: while \`next_cursor\` is not null, send the request again with it in \`cursor\`.`,
  listOwnFields: 'The definitions as `GET /fields` of the API shows them, with `items`.',
  createField:
    'An own field is for one gear type or, without `gear_type`, for all: at most 100 a type. Its name is unique in the account, is no field of Kitroom, and never changes; nor do `type` and `gear_type`. No record changes. At most eight fields can be `filterable` or `unique`.',
  updateField:
    'Labels, units and help can always change. A choice that items have cannot go, and a field whose values repeat cannot become `unique`: 409 `field_in_use` names the values. With more than 5,000 items a field that becomes `filterable` is `filling` for a while; lists refuse it until then.',
  deleteField:
    'With values, `?values=discard` is needed. The field is `ending` from then on and cannot be written; its values are deleted in the background, with an event for each item, and its name is free once it is gone. `items` is their number.',
  listOwnCategories: 'The categories as `GET /categories` of the API shows them, with `items`.',
  createCategory:
    'An account has at most 100 categories of its own. The name is unique in the account, is no built-in category, and never changes. No record changes.',
  updateCategory: 'The label can always change. No record changes.',
  deleteCategory:
    'A category that accessories have stays: 409 `category_in_use` says how many they are. The name of a deleted one is free again. A deleted accessory that had it is restored without a category.',
  listEvents:
    'One event for each changed record, committed with the change. `type` is an event type or all types of a kind, such as `gear.*`.',
}

export const describeOperation = (id: string): string | undefined => operations[id]
