import type { WebhookEndpointRow } from '../../db/schema.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import { createError } from '../../errors.ts'
import type { WriteContext } from '../../http/route.ts'
import { etagOf, createNotFoundError } from '../../resources/shared/record.ts'
import { findEndpoint } from '../../webhooks/endpointStore.ts'
import { withoutDigests } from './view.ts'

/** @throws AppError not_found */
export async function loadEndpoint({ write, id }: WriteContext): Promise<WebhookEndpointRow> {
  const row = await findEndpoint(write.tx, write.account, id)
  if (!row) throw createNotFoundError('endpoint')
  return row
}

/** Loads an endpoint and checks If-Match. @throws AppError not_found, precondition_failed */
export async function loadEndpointForChange(context: WriteContext): Promise<WebhookEndpointRow> {
  const row = await loadEndpoint(context)
  checkIfMatch(withoutDigests(context.ifMatch), etagOf(row))
  return row
}

/** @throws AppError webhook_disabled */
export function checkEndpointEnabled(row: WebhookEndpointRow): void {
  if (row.status === 'disabled') throw createError('webhook_disabled', {})
}
