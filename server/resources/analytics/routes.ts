import { getAnalytics, getInventoryValues, getMonthlyFigures } from '../../../contract/api/analytics.ts'
import { bindRead, type Route } from '../../http/route.ts'
import { getAnalyticsFigures } from './get.ts'
import { getMonths } from './months.ts'
import { getGearValues } from './values.ts'

export const analyticsRoutes: Route[] = [
  bindRead(getAnalytics, getAnalyticsFigures),
  bindRead(getInventoryValues, getGearValues),
  bindRead(getMonthlyFigures, getMonths),
]
