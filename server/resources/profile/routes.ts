import { getProfile } from '../../../contract/api/profile.ts'
import { bindRead, type Route } from '../../http/route.ts'
import { getAccountProfile } from './get.ts'

export const profileRoutes: Route[] = [bindRead(getProfile, getAccountProfile)]
