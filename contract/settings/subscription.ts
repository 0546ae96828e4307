import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { timestamp } from '../text.ts'
import { atLeastOne } from '../values.ts'
import { SubscriptionStatus, SubscriptionTier } from '../subscriptionTiers.ts'

export const Subscription = z
  .strictObject({ tier: SubscriptionTier, status: SubscriptionStatus, updated_at: timestamp })
  .meta({ id: 'Subscription' })
export type Subscription = z.output<typeof Subscription>

export const SubscriptionPatch = z
  .strictObject({
    updates: atLeastOne(z.strictObject({ tier: SubscriptionTier, status: SubscriptionStatus }).partial()),
  })
  .meta({ id: 'SubscriptionPatch' })
export type SubscriptionPatch = z.output<typeof SubscriptionPatch>

const subscriptionReply = { status: 200, body: z.strictObject({ data: Subscription }) }

export const getSubscription = defineOperation({
  id: 'getSubscription',
  method: 'GET',
  path: '/subscription',
  objectType: 'subscription',
  summary: 'Read the subscription',
  scope: 'subscription:read',
  reply: subscriptionReply,
  errors: [],
})

export const updateSubscription = defineOperation({
  id: 'updateSubscription',
  method: 'PATCH',
  path: '/subscription',
  objectType: 'subscription',
  summary: 'Change tier or status; features follow with the next request',
  scope: 'subscription:write',
  body: SubscriptionPatch,
  reply: subscriptionReply,
  errors: ['validation_failed', 'precondition_failed'],
})
