import { getSubscription, SubscriptionPatch, updateSubscription } from '../../../contract/settings/subscription.ts'
import { bindRead, bindWrite, type Route } from '../../http/route.ts'
import { checkBody } from '../../http/checkBody.ts'
import { getAccountSubscription } from './get.ts'
import { updateAccountSubscription } from './update.ts'

export const subscriptionRoutes: Route[] = [
  bindRead(getSubscription, getAccountSubscription),
  bindWrite(updateSubscription, checkBody(SubscriptionPatch), updateAccountSubscription),
]
