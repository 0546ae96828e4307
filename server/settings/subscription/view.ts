import type { Subscription } from '../../../contract/settings/subscription.ts'
import type { ProfileRow } from '../../db/schema.ts'
import { jsonAnswer, type Answer } from '../../answer.ts'
import { etagOf } from '../../resources/shared/record.ts'

/** The answer that shows a subscription: it is part of the account's profile and changes with it. */
export const subscriptionAnswer = (row: ProfileRow): Answer => {
  const data = { tier: row.subscription_tier, status: row.subscription_status, updated_at: row.updated_at } as Subscription
  return jsonAnswer(200, JSON.stringify({ data }), { etag: etagOf(row) })
}
