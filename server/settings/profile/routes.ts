import { getOwnProfile, ProfilePatch, updateProfile } from '../../../contract/settings/profile.ts'
import { bindRead, bindWrite, type Route } from '../../http/route.ts'
import { getAccountProfile } from '../../resources/profile/get.ts'
import { checkBody } from '../../http/checkBody.ts'
import { updateAccountProfile } from './update.ts'

export const ownProfileRoutes: Route[] = [
  bindRead(getOwnProfile, getAccountProfile),
  bindWrite(updateProfile, checkBody(ProfilePatch), updateAccountProfile),
]
