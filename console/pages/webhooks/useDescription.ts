import type { Webhook } from '../../../contract/settings/webhooks.ts'
import { WORKER_ENDPOINT_DESCRIPTION } from '../../../contract/workerEndpoint.ts'
import { useTexts } from '../../base/language.tsx'

/** An endpoint's description, in the reader's language where Kitroom wrote it. */
export function useDescription({ description }: Webhook): string | null {
  const { ofWorker } = useTexts().webhooks
  return description === WORKER_ENDPOINT_DESCRIPTION ? ofWorker : description
}
