import type { Profile, StudioProfile } from '../../../contract/api/profile.ts'
import type { ProfileRow, StudioProfileRow } from '../../db/schema.ts'
import { jsonAnswer, type Answer } from '../../answer.ts'

function toProfileView(row: ProfileRow): Profile {
  const { account_id: id, ...rest } = row
  return { id, ...rest } as Profile
}

function toStudioView(row: StudioProfileRow): StudioProfile {
  const { account_id: _, ...rest } = row
  return rest
}

export const toProfileVersion = (profile: ProfileRow, studio: StudioProfileRow): string =>
  `${profile.updated_at}.${studio.updated_at}`

export const toProfileAnswer = (profile: ProfileRow, studio: StudioProfileRow): Answer =>
  jsonAnswer(200, JSON.stringify({ data: { profile: toProfileView(profile), studioProfile: toStudioView(studio) } }), {
    etag: `"${toProfileVersion(profile, studio)}"`,
  })
