import type { Webhook, WebhookPatch } from '../../../contract/settings/webhooks.ts'
import type { WebhookEndpointRow } from '../../db/schema.ts'
import type { AccountWrite } from '../../db/write.ts'
import { jsonAnswer } from '../../answer.ts'
import type { ServerWriteContext, WriteResult } from '../../http/route.ts'
import { findChangesBetween, chooseNextUpdatedAt } from '../../resources/shared/findChangesBetween.ts'
import { cancelDeliveryBatch } from '../../webhooks/dispatch/cancel.ts'
import { checkEventsReadable } from './checkEventsReadable.ts'
import { checkWebhookAddress } from './checkWebhookAddress.ts'
import { changeEndpoint } from '../../webhooks/endpointStore.ts'
import { loadEndpointForChange } from './loadEndpoint.ts'
import { etagOfWebhook, parseEventPatterns, toWebhookView } from './view.ts'

type Columns = Partial<WebhookEndpointRow>

const NO_FAILURES: Columns = { failing_since_ms: null, failures_in_a_row: 0, paused_until_ms: 0 }

/**
 * Returns the columns of a status change. Events between disabling and enabling are not sent; a replay can send them.
 */
function changeStatus(write: AccountWrite, row: WebhookEndpointRow, status: Webhook['status']): Columns {
  if (status === 'disabled')
    return row.status === 'disabled' ? {} : { status, disabled_reason: 'owner', disabled_at: write.at }
  const enabledColumns: Columns = { status, disabled_reason: null, disabled_at: null, ...NO_FAILURES }
  return row.status === 'enabled' ? enabledColumns : { ...enabledColumns, after_seq: write.state.event_seq }
}

/** Updates an endpoint. A patch without changes returns it unchanged. */
export async function updateAccountWebhook(
  context: ServerWriteContext,
  { updates }: WebhookPatch,
): Promise<WriteResult> {
  const { app, write, actor, id } = context
  const url = updates.url === undefined ? undefined : checkWebhookAddress(app, updates.url, '#/updates/url')
  const row = await loadEndpointForChange(context)
  // Another address or other events could show its holder what the key may not read.
  if ((url ?? row.url) !== row.url || updates.events !== undefined)
    checkEventsReadable(actor, updates.events ?? parseEventPatterns(row))
  const columnsToSet: Columns = {}
  if (url !== undefined) columnsToSet.url = url
  if (url !== undefined && url !== row.url) Object.assign(columnsToSet, NO_FAILURES)
  if (updates.description !== undefined) columnsToSet.description = updates.description
  if (updates.events !== undefined) columnsToSet.events = JSON.stringify(updates.events)
  if (updates.status !== undefined) Object.assign(columnsToSet, changeStatus(write, row, updates.status))
  const columns = Object.keys(findChangesBetween({ ...row }, columnsToSet))
  const before = toWebhookView(row, write.now)
  if (columns.length === 0)
    return { answer: toWebhookAnswer(before), changed: [], versionBefore: row.updated_at, versionAfter: row.updated_at }
  const next: WebhookEndpointRow = { ...row, ...columnsToSet, updated_at: chooseNextUpdatedAt(write, row) }
  write.changed = true
  write.webhooksChanged = true
  await changeEndpoint(write.tx, write.account, id, { ...columnsToSet, updated_at: next.updated_at })
  if (next.status !== row.status)
    await cancelDeliveryBatch(write.tx, { account: write.account, endpoint: id }, write.nowMs)
  const after = toWebhookView(next, write.now)
  const { updated_at: _, ...fields } = findChangesBetween({ ...before }, { ...after })
  return {
    answer: toWebhookAnswer(after),
    changed: Object.keys(fields),
    versionBefore: row.updated_at,
    versionAfter: next.updated_at,
  }
}

const toWebhookAnswer = (view: Webhook): WriteResult['answer'] =>
  jsonAnswer(200, JSON.stringify({ data: view }), { etag: etagOfWebhook(view) })
