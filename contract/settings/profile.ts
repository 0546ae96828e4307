import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { Profile, StudioProfile } from '../api/profile.ts'
import { createIssue } from '../schemaFaults.ts'
import { optionalText } from '../text.ts'
import { atLeastOne, currencyCode, emailAddress, timeZone } from '../values.ts'

const MAX_DECIMALS = 4

/** A tax rate in percent, 0 to 100 with at most four decimals. */
const taxRate = z
  .number()
  .min(0)
  .max(100)
  .check((context) => {
    if (Number(context.value.toFixed(MAX_DECIMALS)) !== context.value)
      context.issues.push(createIssue(context.value, 'too_many_decimals', { decimals: MAX_DECIMALS }))
  })
  .transform((value) => value + 0)

export const ProfileUpdates = atLeastOne(
  z
    .strictObject({
      full_name: optionalText().nullable(),
      email: emailAddress.nullable(),
      city: optionalText().nullable(),
      state: optionalText().nullable(),
      country: optionalText().nullable(),
      currency: currencyCode,
      timezone: timeZone,
    })
    .partial(),
).meta({ id: 'ProfileUpdates' })
export type ProfileUpdates = z.output<typeof ProfileUpdates>

export const StudioProfileUpdates = atLeastOne(
  z
    .strictObject({
      business_name: optionalText().nullable(),
      business_email: emailAddress.nullable(),
      business_phone: optionalText().nullable(),
      default_currency: currencyCode.nullable(),
      default_payment_terms: optionalText().nullable(),
      default_tax_rate: taxRate.nullable(),
    })
    .partial(),
).meta({ id: 'StudioProfileUpdates' })
export type StudioProfileUpdates = z.output<typeof StudioProfileUpdates>

export const ProfilePatch = z
  .strictObject({
    updates: atLeastOne(z.strictObject({ profile: ProfileUpdates, studioProfile: StudioProfileUpdates }).partial()),
  })
  .meta({ id: 'ProfilePatch' })
export type ProfilePatch = z.output<typeof ProfilePatch>

const reply = {
  status: 200,
  body: z.strictObject({ data: z.strictObject({ profile: Profile, studioProfile: StudioProfile }) }),
}

export const getOwnProfile = defineOperation({
  id: 'getOwnProfile',
  method: 'GET',
  path: '/profile',
  objectType: 'profile',
  summary: 'Read the account and studio profile',
  scope: 'profile:read',
  reply: reply,
  errors: [],
})

export const updateProfile = defineOperation({
  id: 'updateProfile',
  method: 'PATCH',
  path: '/profile',
  objectType: 'profile',
  summary: 'Change the account and studio profile',
  scope: 'profile:write',
  body: ProfilePatch,
  reply: reply,
  errors: ['validation_failed', 'precondition_failed'],
})
