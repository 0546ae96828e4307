import type { SubscriptionPatch } from '../../../contract/settings/subscription.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { readProfileRow, storeProfileRow } from '../../resources/profile/store.ts'
import { chooseNextUpdatedAt } from '../../resources/shared/findChangesBetween.ts'
import { etagOf } from '../../resources/shared/record.ts'
import { toSubscriptionAnswer } from './view.ts'

/** Updates the subscription. Features change with the next request. */
export async function updateAccountSubscription(context: WriteContext, body: SubscriptionPatch): Promise<WriteResult> {
  const { write, ifMatch } = context
  const row = await readProfileRow(write.tx, write.account)
  checkIfMatch(ifMatch, etagOf(row))
  const { tier = row.subscription_tier, status = row.subscription_status } = body.updates
  const changed = [
    ...(tier === row.subscription_tier ? [] : ['tier']),
    ...(status === row.subscription_status ? [] : ['status']),
  ]
  const next =
    changed.length === 0
      ? row
      : { ...row, subscription_tier: tier, subscription_status: status, updated_at: chooseNextUpdatedAt(write, row) }
  if (changed.length > 0) {
    write.incrementVersion('profile')
    await storeProfileRow(write.tx, next)
  }
  return {
    answer: toSubscriptionAnswer(next),
    objectId: write.account,
    changed,
    versionBefore: row.updated_at,
    versionAfter: next.updated_at,
  }
}
