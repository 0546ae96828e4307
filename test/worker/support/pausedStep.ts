// A process that a test pauses in one step: pausedStep.ts <JSON of Step>. It prints its outcome as the last line.
import { emptyAllowList } from '../../../platform/outbound/allowList.ts'
import { createInterface } from 'node:readline'
import { syncItemStatusExclusively } from '../../../activities/maintenance/followService.ts'
import { createDueReminderSender } from '../../../activities/notify/send/sendReminders.ts'
import { createClient } from '../../../client/client.ts'
import { loadConfig } from '../../../config/config.ts'
import { systemClock } from '../../../platform/clock.ts'
import { createSilentLog } from '../../../platform/log.ts'
import { storeLastConfigText } from '../../../state/hosts/facts.ts'
import { openState } from '../../../state/database/open.ts'
import { createWithLock } from '../../../state/hosts/withLock.ts'
import { notificationKinds } from '../../../activities/kinds.ts'

/** `hold`: writes under a lock when a line comes. `gear`: derives an item's status. `mail`: sends what is due. */
export type Step = { url: string } & (
  | { step: 'hold'; name: string }
  | { step: 'gear'; apiUrl: string; apiKey: string; gearId: string }
  | { step: 'mail'; config: string }
)

const step = JSON.parse(process.argv[2] ?? '{}') as Step
const state = await openState(step.url, systemClock)
const withLock = createWithLock(state, systemClock)
const signal = new AbortController().signal
const noApi = { call: () => Promise.reject(new Error('reminders are sent without the API')) }
const automation = {
  state,
  clock: systemClock,
  log: createSilentLog(),
  readConfig: () => Promise.resolve(loadConfig('')),
}

async function holdLock(name: string): Promise<string> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  return withLock(name, async (locked) => {
    process.stdout.write('held\n')
    await lines.next()
    await locked.write((tx) => storeLastConfigText(tx, 'of the child'))
    return 'written'
  })
}

async function runStep(): Promise<string> {
  if (step.step === 'hold') return holdLock(step.name)
  if (step.step === 'gear') {
    const api = createClient({ url: step.apiUrl, token: step.apiKey, timeoutMs: 120_000, retries: 0 })
    return syncItemStatusExclusively({ ...automation, api, withLock }, step.gearId, signal)
  }
  const readConfig = () => Promise.resolve(loadConfig(step.config))
  const counts = await createDueReminderSender({
    ...automation,
    api: noApi,
    readConfig,
    kinds: notificationKinds,
    evaluators: {},
    secrets: {},
    allow: emptyAllowList,
  })(signal)
  return `${counts.sent} sent`
}

const outcome = await runStep().catch((error: Error) => error.name)
process.stdout.write(`${outcome}\n`)
await state.close()
process.exit(0)
