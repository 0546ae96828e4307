import type { WriteContext, WriteResult } from '../../http/route.ts'
import { deleted } from '../../resources/shared/written.ts'
import { removeEndpoint } from './store.ts'
import { takeEndpoint } from './take.ts'

/** Deletes an endpoint: from now on nothing is sent to it. Its deliveries may be many; the housekeeping deletes them bit by bit. */
export async function removeAccountWebhook(context: WriteContext): Promise<WriteResult> {
  const { write, id } = context
  const row = await takeEndpoint(context)
  write.changed = true
  write.webhooksChanged = true
  await removeEndpoint(write.tx, write.account, id)
  return deleted(row)
}
