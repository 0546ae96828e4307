import { checkWebhookUrl } from '../../../platform/outbound/checkUrl.ts'
import type { UseCaseContext } from '../../context/context.ts'
import { AppError } from '../../errors.ts'

/**
 * Validates and normalises a webhook URL. @param pointer location in the body @throws
 * AppError webhook_address_refused without the URL, which may contain a secret
 */
export function checkWebhookAddress(app: UseCaseContext, url: string, pointer: string): string {
  const checked = checkWebhookUrl(url, app.webhookAllow)
  if (checked.ok) return checked.url.href
  const { detail } = checked
  throw new AppError('webhook_address_refused', detail, { faults: [{ pointer, code: 'invalid_value', detail }] })
}
