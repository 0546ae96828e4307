import type { SubscriptionStatus, SubscriptionTier } from './subscriptionTiers.ts'

/** What only some subscriptions include. */
const features = ['maintenance'] as const
export type Feature = (typeof features)[number]

/** The features of each tier. */
export const tierFeatures: Readonly<Record<SubscriptionTier, readonly Feature[]>> = {
  free: [],
  pro: ['maintenance'],
  studio: ['maintenance'],
}

/** The subscription statuses in which a tier's features can be used. */
export const liveStatuses: readonly SubscriptionStatus[] = ['active', 'trialing']
