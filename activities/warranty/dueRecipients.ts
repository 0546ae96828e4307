import type { Config } from '../../config/config.ts'
import { countDaysBetween } from '../../platform/studioDay.ts'
import { listDueRecipients, listPossibleRoutes, listRoutes, type DueRecipient, type Route } from '../notify/routes.ts'
import { findDueCoverageStep } from './findDueCoverageStep.ts'

export interface DueContext {
  /** Today, `YYYY-MM-DD` in the studio's time zone. */
  day: string
  /** Last day whose reminder time has passed. */
  settledDay: string
  config: Config
}

/** Lists routes that may get reminders of warranties or insurances. */
export const listCoverageRoutes = ({ config }: DueContext): Route[] =>
  listPossibleRoutes(listRoutes(config), ['warranty', 'insurance'])

/** Finds recipients who need today's step, since they did not get the step of `settledDay`. */
export function findDueRecipients(
  routes: readonly Route[],
  expiresOn: string,
  { day, settledDay }: DueContext,
): DueRecipient[] {
  return listDueRecipients(routes, ({ coverageSteps }) => {
    const settledStep = findDueCoverageStep(coverageSteps, countDaysBetween(settledDay, expiresOn))
    const due = findDueCoverageStep(coverageSteps, countDaysBetween(day, expiresOn))
    return settledStep && due && { step: due.step, notifiedStep: settledStep.notifiedStep }
  })
}
