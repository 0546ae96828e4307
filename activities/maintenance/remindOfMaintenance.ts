import { listMaintenance, type Maintenance } from '../../contract/maintenance.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { lastStepTold } from '../../worker/state/toldSteps.ts'
import type { AutomationDeps } from '../automation.ts'
import { forEachLimit } from '../concurrency.ts'
import type { Config } from '../config/config.ts'
import { guarded } from '../guarded.ts'
import { queueNotifications, recipientsOf } from '../notify/queue.ts'
import type { Notification } from '../notify/types.ts'
import { addDays, daysBetween } from '../studioDay.ts'
import { walkList } from '../walkList.ts'
import { describeService } from './describeService.ts'
import { readItem } from '../readItem.ts'
import { reminderStep } from './reminderStep.ts'
import type { MaintenanceActivities } from './types.ts'

const AT_ONCE = 4
const OPEN = ['scheduled', 'in_progress'] as const

interface Today {
  day: string
  config: Config
}

/** A record with a step that has come. */
interface Due {
  record: Maintenance
  step: number
  daysLeft: number
}

async function keepUntold(tx: Tx, dues: readonly Due[]): Promise<Due[]> {
  const untold: Due[] = []
  for (const due of dues) {
    const told = await lastStepTold(tx, { kind: 'maintenance', subject: due.record.id, due_on: due.record.service_date })
    if (told === undefined || told > due.step) untold.push(due)
  }
  return untold
}

/** Queues what is due of a page of records. @returns how many reminders were added */
async function remindOf(deps: AutomationDeps, { day, config }: Today, records: readonly Maintenance[], signal: AbortSignal): Promise<number> {
  const dues = records.flatMap((record): Due[] => {
    const daysLeft = daysBetween(day, record.service_date)
    const step = reminderStep(config.maintenance.reminders, daysLeft)
    return step === undefined ? [] : [{ record, step, daysLeft }]
  })
  const untold = dues.length === 0 ? [] : await deps.state.read((tx) => keepUntold(tx, dues))
  const notifications: Notification[] = []
  await forEachLimit(untold, AT_ONCE, async ({ record, step, daysLeft }) => {
    const item = await readItem(deps.api, record.item_id, signal)
    // An item that was deleted just now took its records with it.
    if (item) notifications.push(describeService(record, item, step, daysLeft))
  })
  if (notifications.length === 0) return 0
  return deps.state.write((tx) => queueNotifications(tx, notifications, recipientsOf(config), deps.clock.nowMs()))
}

/** Queues reminders of the records that are not done, whoever made them. Those of days further off than the first step are not read. */
export const createRemindOfMaintenance =
  (deps: AutomationDeps): MaintenanceActivities['remindOfMaintenance'] =>
  ({ day }) =>
    guarded(deps.log, async (signal) => {
      const config = await deps.readConfig()
      const toDate = addDays(day, Math.max(0, ...config.maintenance.reminders.before))
      const counts = { open: 0, queued: 0 }
      for (const status of OPEN) {
        const readPage = async (page: { limit: number; offset: number }) =>
          (await deps.api.call(listMaintenance, { query: { ...page, status, toDate } }, { signal })).body
        await walkList('maintenance', readPage, async (records) => {
          signal.throwIfAborted()
          counts.open += records.length
          counts.queued += await remindOf(deps, { day, config }, records, signal)
        })
      }
      return counts
    })
