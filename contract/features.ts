import type { SubscriptionStatus, SubscriptionTier } from './subscriptionTiers.ts'

const features = ['maintenance'] as const
export type Feature = (typeof features)[number]

export const tierFeatures: Readonly<Record<SubscriptionTier, readonly Feature[]>> = {
  free: [],
  pro: ['maintenance'],
  studio: ['maintenance'],
}

/** Subscription statuses in which the tier's features work. */
export const liveStatuses: readonly SubscriptionStatus[] = ['active', 'trialing']
