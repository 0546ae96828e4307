import { z } from 'zod'

export const SubscriptionTier = z.enum(['free', 'pro', 'studio'])
export type SubscriptionTier = z.output<typeof SubscriptionTier>

export const SubscriptionStatus = z.enum(['active', 'trialing', 'past_due', 'canceled'])
export type SubscriptionStatus = z.output<typeof SubscriptionStatus>
