import type { AutomationDeps } from '../../activities/shared/automation.ts'
import { createEvaluators, notificationKinds } from '../../activities/kinds.ts'
import type { NotifyDeps } from '../../activities/notify/send/types.ts'
import { withUnsubscribed } from '../../activities/notify/unsubscribe/withUnsubscribed.ts'
import type { Config } from '../../config/config.ts'
import type { StateAccess, WorkerContext } from '../context/context.ts'

type AutomationContext = Pick<WorkerContext, 'state' | 'api' | 'clock' | 'log' | 'settings'>

export type SendingContext = AutomationContext & Pick<WorkerContext, 'channelHost' | 'reminderLinks'>

/** Reads the settings, with the addresses of unsubscribed people. */
const readWithUnsubscribed = async ({ state }: StateAccess, reading: Promise<Config>): Promise<Config> => {
  const config = await reading
  return state.read((tx) => withUnsubscribed(tx, config))
}

export const toAutomationDeps = ({ state, api, clock, log, settings }: AutomationContext): AutomationDeps => ({
  state,
  api,
  clock,
  log,
  readConfig: () => readWithUnsubscribed({ state }, settings.read()),
})

/** Creates the dependencies of sending. Queued reminders must be sent even while kitroom.yaml is invalid. */
export function toNotifyDeps(context: SendingContext): NotifyDeps {
  const automation = {
    ...toAutomationDeps(context),
    readConfig: () => readWithUnsubscribed(context, context.settings.readUsable()),
  }
  return {
    ...automation,
    ...context.channelHost,
    kinds: notificationKinds,
    evaluators: createEvaluators(automation),
    links: context.reminderLinks,
  }
}
