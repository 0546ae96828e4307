import { createSendReminders } from './send/sendReminders.ts'
import type { NotifyDeps } from './send/types.ts'
import type { NotifyActivities } from './types.ts'

export const createNotifyActivities = (deps: NotifyDeps): NotifyActivities => ({
  sendReminders: createSendReminders(deps),
})
