import type { Shoot } from '../../../contract/api/shoots.ts'
import { emitEvent } from '../../db/events.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { etagOf, loadRow } from '../shared/record.ts'
import { toDeletedResult } from '../shared/writeResults.ts'
import { deleteShootRow, findShoot } from './store.ts'

export async function removeShootPlan(context: WriteContext): Promise<WriteResult> {
  const { write, id, ifMatch, requestId } = context
  const row = await loadRow(context, 'shoot', findShoot)
  const shoot = JSON.parse(row.record) as Shoot
  checkIfMatch(ifMatch, etagOf(shoot))
  write.incrementVersion('shoots')
  write.adjustCounter(`shoots.${shoot.status}`, -1)
  deleteShootRow(write.tx, write.account, id)
  await emitEvent(write, 'shoot.deleted', id, row.record, {}, requestId)
  return toDeletedResult(shoot)
}
