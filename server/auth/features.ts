import { liveStatuses, tierFeatures } from '../../contract/features.ts'
import type { Operation } from '../../contract/operation.ts'
import type { SubscriptionStatus, SubscriptionTier } from '../../contract/subscriptionTiers.ts'
import type { Database } from '../../platform/sql/types.ts'
import { defineStatement } from '../db/statement.ts'
import { createError } from '../errors.ts'

interface Subscription {
  tier: SubscriptionTier
  status: SubscriptionStatus
}

const subscriptionOf = defineStatement<{ account: string }, { tier: string; status: string }>((db, arg) =>
  db
    .selectFrom('profile')
    .select(['subscription_tier as tier', 'subscription_status as status'])
    .where('account_id', '=', arg('account')),
)

/**
 * Reads the subscription for each request, so that changes take effect with the next one.
 * @throws AppError feature_not_available
 */
export async function checkFeature(db: Database, account: string, { feature }: Operation): Promise<void> {
  if (feature === undefined) return
  const subscription = await db.read((tx) => tx.get(subscriptionOf, { account }), { oneStatement: true })
  if (!subscription) throw new Error('the account has no profile')
  const { tier, status } = subscription as Subscription
  if (!tierFeatures[tier].includes(feature)) throw createError('tier_without_feature', { tier, feature })
  if (!liveStatuses.includes(status))
    throw createError('subscription_not_live', { status, feature, statuses: liveStatuses })
}
