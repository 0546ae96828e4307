import type { WriteContext, WriteResult } from '../../http/route.ts'
import { toDeletedResult } from '../../resources/shared/writeResults.ts'
import { removeEndpoint } from '../../webhooks/endpointStore.ts'
import { loadEndpointForChange } from './loadEndpoint.ts'

/** Deletes an endpoint. Housekeeping deletes its deliveries later, because there may be many. */
export async function removeAccountWebhook(context: WriteContext): Promise<WriteResult> {
  const { write, id } = context
  const row = await loadEndpointForChange(context)
  write.changed = true
  write.webhooksChanged = true
  await removeEndpoint(write.tx, write.account, id)
  return toDeletedResult(row)
}
