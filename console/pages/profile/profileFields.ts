import type { Profile, StudioProfile } from '../../../contract/api/profile.ts'
import type { ProfilePatch } from '../../../contract/settings/profile.ts'
import type { Updates, Version } from '../../api/versioned.ts'
import type { Format } from '../../base/createFormat.ts'
import { toTypedText, toTypedValue } from '../../base/typed.ts'

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

/** Fields that are numbers. */
export const NUMBERS: ReadonlySet<string> = new Set(['studioProfile/default_tax_rate'])

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

export function toFormText(value: unknown, format: Format): string {
  if (typeof value === 'number') return toTypedText(value, format)
  return typeof value === 'string' ? value : ''
}
export const toFormTexts = ({ values }: Version, format: Format): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([path, value]) => [path, toFormText(value, format)]))

/** Converts form text to the value to send. A number that is refused is sent as typed: the API refuses it too. */
function toSentValue(path: string, text: string, format: Format): string | number | null {
  const trimmed = text.trim()
  if (trimmed === '' && !REQUIRED.has(path)) return null
  return NUMBERS.has(path) ? toTypedValue('number', trimmed, format) : trimmed
}

export const toSentValues = (texts: Record<string, string>, format: Format): Record<string, unknown> =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, toSentValue(path, text, format)]))

export function toPatch(updates: Updates): ProfilePatch {
  const parts: Partial<Record<string, Record<string, unknown>>> = {}
  for (const [path, value] of Object.entries(updates)) {
    const [part = '', name = ''] = path.split('/')
    parts[part] = { ...parts[part], [name]: value }
  }
  return { updates: parts }
}
