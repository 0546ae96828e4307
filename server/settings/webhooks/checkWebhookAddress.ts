import type { AnyValues } from '../../../contract/reasonValues.ts'
import { describeFault } from '../../../contract/faultReasons.ts'
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
  const { reason, detail } = checked
  const values: AnyValues = reason === 'address_port' ? { port: checked.port } : {}
  throw new AppError(reason, values, {
    faults: [{ pointer, ...describeFault('address_refused', {}), detail }],
  })
}
