import { liveStatuses, tierFeatures } from '../../contract/features.ts'
import type { Operation } from '../../contract/operation.ts'
import type { SubscriptionStatus, SubscriptionTier } from '../../contract/subscriptionTiers.ts'
import type { Database } from '../../platform/sql/types.ts'
import { defineStatement } from '../db/statement.ts'
import { AppError } from '../errors.ts'

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

/** Reads the subscription for each request, so that changes take effect with the next one. @throws AppError feature_not_available */
export async function checkFeature(db: Database, account: string, { feature }: Operation): Promise<void> {
  if (feature === undefined) return
  const subscription = await db.read((tx) => tx.get(subscriptionOf, { account }), { oneStatement: true })
  if (!subscription) throw new Error('the account has no profile')
  const { tier, status } = subscription as Subscription
  if (!tierFeatures[tier].includes(feature))
    throw new AppError(
      'feature_not_available',
      `The subscription tier ${tier} does not include ${feature}. Change the tier in the account settings.`,
    )
  if (!liveStatuses.includes(status))
    throw new AppError(
      'feature_not_available',
      `The subscription is ${status}: ${feature} needs one that is ${liveStatuses.join(' or ')}.`,
    )
}
