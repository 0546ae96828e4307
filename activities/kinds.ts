import type { AutomationDeps } from './shared/automation.ts'
import { maintenanceNotification } from './maintenance/notification.ts'
import { coveredServiceNotification } from './maintenance/covered/notification.ts'
import { meterNotification } from './maintenance/use/notification.ts'
import { shootNotification } from './shoots/notification.ts'
import { warrantyNotification } from './warranty/notification.ts'
import type { NotificationKind, NotificationKinds } from './notify/kind.ts'
import { problemNotification } from './notify/problem.ts'
import { unsubscribedNotification } from './notify/unsubscribe/notification.ts'
import type { Evaluators, NotificationName } from './notify/types.ts'

/** Kinds in the order of summaries. */
const kinds: Readonly<Record<NotificationName, NotificationKind>> = {
  warranty: warrantyNotification,
  maintenance: maintenanceNotification,
  covered_service: coveredServiceNotification,
  shoot_tomorrow: shootNotification,
  meter: meterNotification,
  problem: problemNotification,
  unsubscribed: unsubscribedNotification,
}

export const notificationKinds: NotificationKinds = {
  all: Object.values(kinds),
  find: (name) => (Object.hasOwn(kinds, name) ? kinds[name as NotificationName] : problemNotification),
}

export const createEvaluators = (deps: AutomationDeps): Evaluators =>
  Object.fromEntries(
    Object.entries(kinds).flatMap(([name, { evaluate }]) => (evaluate ? [[name, evaluate(deps)] as const] : [])),
  )
