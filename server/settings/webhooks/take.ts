import type { WebhookEndpointRow } from '../../db/schema.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import { AppError } from '../../errors.ts'
import type { WriteContext } from '../../http/route.ts'
import { etagOf, noSuch } from '../../resources/shared/record.ts'
import { findEndpoint } from './store.ts'
import { aboutSettings } from './view.ts'

/** The endpoint that something is sent to. @throws AppError not_found */
export async function findRecipient({ write, id }: WriteContext): Promise<WebhookEndpointRow> {
  const row = await findEndpoint(write.tx, write.account, id)
  if (!row) throw noSuch('endpoint')
  return row
}

/** The endpoint that is changed, as If-Match knows it. @throws AppError not_found, precondition_failed */
export async function takeEndpoint(context: WriteContext): Promise<WebhookEndpointRow> {
  const row = await findRecipient(context)
  checkIfMatch(aboutSettings(context.ifMatch), etagOf(row))
  return row
}

/** Nothing is sent to an endpoint that is switched off. @throws AppError webhook_disabled */
export function checkEnabled(row: WebhookEndpointRow): void {
  if (row.status === 'disabled') throw new AppError('webhook_disabled', 'This endpoint is switched off. Set its status to enabled, then try again.')
}
