import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { SubscriptionStatus, SubscriptionTier } from '../subscriptionTiers.ts'
import { timestamp, uuid } from '../text.ts'

const text = z.string().nullable()

export const Profile = z
  .strictObject({
    id: uuid,
    full_name: text,
    email: text,
    city: text,
    state: text,
    country: text,
    currency: z.string().meta({ examples: ['EUR'] }),
    timezone: z.string().meta({ examples: ['Europe/Berlin'] }),
    subscription_tier: SubscriptionTier,
    subscription_status: SubscriptionStatus,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Profile' })
export type Profile = z.output<typeof Profile>

export const StudioProfile = z
  .strictObject({
    business_name: text,
    business_email: text,
    business_phone: text,
    default_currency: text,
    default_payment_terms: text,
    default_tax_rate: z.number().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'StudioProfile' })
export type StudioProfile = z.output<typeof StudioProfile>

export const getProfile = defineOperation({
  id: 'getProfile',
  method: 'GET',
  path: '/profile',
  objectType: 'profile',
  summary: 'Read the account and studio profile',
  scope: 'profile:read',
  reply: {
    status: 200,
    body: z.strictObject({ data: z.strictObject({ profile: Profile, studioProfile: StudioProfile }) }),
  },
  errors: [],
})
