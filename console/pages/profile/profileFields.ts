import type { Profile, StudioProfile } from '../../../contract/api/profile.ts'
import type { ProfilePatch } from '../../../contract/settings/profile.ts'
import type { Updates, Version } from '../../api/versioned.ts'

export interface OwnProfile {
  profile: Profile
  studioProfile: StudioProfile
}

/** Fields of both records, by the path that faults have. */
export const profileParts = {
  profile: ['full_name', 'email', 'city', 'state', 'country', 'currency', 'timezone'],
  studioProfile: [
    'business_name',
    'business_email',
    'business_phone',
    'default_currency',
    'default_payment_terms',
    'default_tax_rate',
  ],
} as const
export type ProfilePart = keyof typeof profileParts
export type ProfileField = (typeof profileParts)[ProfilePart][number]

export const partNames = Object.keys(profileParts) as ProfilePart[]
export const pathOf = (part: ProfilePart, name: ProfileField): string => `${part}/${name}`

/** Fields that always have a value. */
export const REQUIRED: ReadonlySet<string> = new Set(['profile/currency', 'profile/timezone'])

export function toVersion(own: OwnProfile): Version {
  const values = partNames.flatMap((part) =>
    profileParts[part].map((name): [string, unknown] => [
      pathOf(part, name),
      (own[part] as unknown as Record<string, unknown>)[name],
    ]),
  )
  return { values: Object.fromEntries(values), etag: `"${own.profile.updated_at}.${own.studioProfile.updated_at}"` }
}

export const toFormText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
export const toFormTexts = ({ values }: Version): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([path, value]) => [path, toFormText(value)]))

/** Converts form text to the value to send. A rate that is not a number is sent as typed, so that the API names the fault. */
function toSentValue(path: string, text: string): string | number | null {
  const trimmed = text.trim()
  if (trimmed === '' && !REQUIRED.has(path)) return null
  return path === 'studioProfile/default_tax_rate' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed
}

export const toSentValues = (texts: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, toSentValue(path, text)]))

export function toPatch(updates: Updates): ProfilePatch {
  const parts: Partial<Record<string, Record<string, unknown>>> = {}
  for (const [path, value] of Object.entries(updates)) {
    const [part = '', name = ''] = path.split('/')
    parts[part] = { ...parts[part], [name]: value }
  }
  return { updates: parts }
}
