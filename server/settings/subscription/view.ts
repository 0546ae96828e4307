import type { Subscription } from '../../../contract/settings/subscription.ts'
import type { ProfileRow } from '../../db/schema.ts'
import { jsonAnswer, type Answer } from '../../answer.ts'
import { etagOf } from '../../resources/shared/record.ts'

/** Answers with the subscription. It is part of the profile row and shares its ETag. */
export const toSubscriptionAnswer = (row: ProfileRow): Answer => {
  const data = {
    tier: row.subscription_tier,
    status: row.subscription_status,
    updated_at: row.updated_at,
  } as Subscription
  return jsonAnswer(200, JSON.stringify({ data }), { etag: etagOf(row) })
}
