import { checkWebhookUrl } from '../../../platform/outbound/checkUrl.ts'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'

/**
 * The address that events may be sent to, written as URLs are compared.
 * @param pointer where it stands in the body
 * @throws AppError webhook_address_refused; the URL is not in it, because it may carry a secret
 */
export function checkAddress(app: AppContext, url: string, pointer: string): string {
  const checked = checkWebhookUrl(url, app.webhookAllow)
  if (checked.ok) return checked.url.href
  const { detail } = checked
  throw new AppError('webhook_address_refused', detail, { faults: [{ pointer, code: 'invalid_value', detail }] })
}
