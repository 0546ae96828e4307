import { getAnalytics } from '../../../contract/analytics.ts'
import { bindRead, type Route } from '../../http/route.ts'
import { getAnalyticsFigures } from './get.ts'

export const analyticsRoutes: Route[] = [bindRead(getAnalytics, getAnalyticsFigures)]
