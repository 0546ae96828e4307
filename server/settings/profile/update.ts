import type { ProfilePatch } from '../../../contract/settings/profile.ts'
import type { AccountWrite } from '../../db/write.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { readProfileRow, readStudioRow, storeProfileRow, storeStudioRow } from '../../resources/profile/store.ts'
import { toProfileAnswer, toProfileVersion } from '../../resources/profile/view.ts'
import { findChangesBetween, chooseNextUpdatedAt } from '../../resources/shared/findChangesBetween.ts'

function applyUpdates<Row extends { updated_at: string }>(
  write: AccountWrite,
  row: Row,
  updates: Partial<Row>,
): { next: Row; changed: string[] } {
  const changed = Object.keys(findChangesBetween(row, updates))
  return {
    changed,
    next: changed.length === 0 ? row : { ...row, ...updates, updated_at: chooseNextUpdatedAt(write, row) },
  }
}

export async function updateAccountProfile(context: WriteContext, body: ProfilePatch): Promise<WriteResult> {
  const { write, ifMatch } = context
  const profile = await readProfileRow(write.tx, write.account)
  const studio = await readStudioRow(write.tx, write.account)
  const versionBefore = toProfileVersion(profile, studio)
  checkIfMatch(ifMatch, `"${versionBefore}"`)
  const own = applyUpdates(write, profile, (body.updates.profile ?? {}) as Partial<typeof profile>)
  const business = applyUpdates(write, studio, (body.updates.studioProfile ?? {}) as Partial<typeof studio>)
  const changed = [
    ...own.changed.map((field) => `profile.${field}`),
    ...business.changed.map((field) => `studioProfile.${field}`),
  ]
  if (changed.length > 0) write.incrementVersion('profile')
  if (own.changed.length > 0) await storeProfileRow(write.tx, own.next)
  if (business.changed.length > 0) await storeStudioRow(write.tx, business.next)
  return {
    answer: toProfileAnswer(own.next, business.next),
    objectId: write.account,
    changed,
    versionBefore,
    versionAfter: toProfileVersion(own.next, business.next),
  }
}
