import type { Route } from './http/route.ts'
import { analyticsRoutes } from './resources/analytics/routes.ts'
import { categoryRoutes } from './resources/categories/routes.ts'
import { fieldRoutes } from './resources/fields/routes.ts'
import { documentRoutes } from './resources/documents/routes.ts'
import { gearRoutes } from './resources/gear/routes.ts'
import { maintenanceRoutes } from './resources/maintenance/routes.ts'
import { profileRoutes } from './resources/profile/routes.ts'
import { shootRoutes } from './resources/shoots/routes.ts'
import { disabledWebhookRoutes } from './resources/webhooks/routes.ts'
import { auditRoutes } from './settings/audit/routes.ts'
import { categorySettingsRoutes } from './settings/categories/routes.ts'
import { documentSettingsRoutes } from './settings/documents/routes.ts'
import { eventRoutes } from './settings/events/routes.ts'
import { fieldSettingsRoutes } from './settings/fields/routes.ts'
import { keyRoutes } from './settings/keys/routes.ts'
import { ownProfileRoutes } from './settings/profile/routes.ts'
import { sessionRoutes } from './settings/sessions/routes.ts'
import { subscriptionRoutes } from './settings/subscription/routes.ts'
import { webhookRoutes } from './settings/webhooks/routes.ts'

/** Routes of the API. */
export const apiRoutes: readonly Route[] = [
  ...gearRoutes,
  ...fieldRoutes,
  ...categoryRoutes,
  ...shootRoutes,
  ...maintenanceRoutes,
  ...documentRoutes,
  ...analyticsRoutes,
  ...profileRoutes,
  ...disabledWebhookRoutes,
]

/** Routes of the account settings. */
export const settingsRoutes: readonly Route[] = [
  ...keyRoutes,
  ...sessionRoutes,
  ...documentSettingsRoutes,
  ...ownProfileRoutes,
  ...subscriptionRoutes,
  ...auditRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...fieldSettingsRoutes,
  ...categorySettingsRoutes,
]
