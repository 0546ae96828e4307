import { emptyAllowList } from '../../../platform/outbound/allowList.ts'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { activityInfo } from '@temporalio/activity'
import { Client as TemporalClient } from '@temporalio/client'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { loadConfig } from '../../../config/config.ts'
import { createSendReminders } from '../../../activities/notify/send/sendReminders.ts'
import { createWarrantyActivities } from '../../../activities/warranty/create.ts'
import { createClient } from '../../../client/client.ts'
import { API_BASE } from '../../../contract/api/operations.ts'
import { accountPrefix, notifyQueue, taskQueue } from '../../../contract/temporal.ts'
import { systemClock, type Clock } from '../../../platform/clock.ts'
import { createSilentLog } from '../../../platform/log.ts'
import { createEvaluators, notificationKinds } from '../../../activities/kinds.ts'
import { addToInbox } from '../../../state/inbox/inbox.ts'
import { openState } from '../../../state/database/open.ts'
import { bundleWorkflows } from '../../../worker/temporal/bundle.ts'
import { createWithLock } from '../../../state/hosts/withLock.ts'
import { wakeCoverage } from '../../../worker/wakeups/kinds/coverage.ts'
import { trustedClockCheck } from '../../../worker/context/clockCheck.ts'
import { createAccount, runOperatorCommand } from '../account.ts'
import { createApi, type Api } from '../api.ts'
import { shareBundle } from '../bundle.ts'
import { runSql } from '../database.ts'
import { startInProcessServer, createDataFolder } from '../server.ts'
import { createSettings } from '../settings.ts'
import type { OpenTimeSkipping } from './server.ts'
import type { TimeSkipping } from './start.ts'
import { noGoogle } from '../noGoogle.ts'
import { openWorkerSettings } from '../workerSettings.ts'
import { HANG_GUARD_MS } from '../wait.ts'

const BURST_MS = 60 * 60_000

/** A real API server and a worker of the warranty workflows, on a Temporal that skips time: months pass in seconds. */
export interface SkippingStudio extends AsyncDisposable {
  api: Api
  settings: Api
  temporal: TemporalClient
  account: string
  nowMs(): Promise<number>
  /** Skips time to a moment. Work that falls due before it is done. */
  skipUntil(moment: Temporal.ZonedDateTime): Promise<void>
  /** Inserts events about documents into the inbox, as the ingress does, and wakes the workflow. */
  receiveEvents(type: string, ...documents: string[]): Promise<void>
  stateSql<Row = Record<string, unknown>>(text: string, ...parameters: (string | number | null)[]): Promise<Row[]>
}

/** A clock of Temporal's time: in an activity the time at which it was scheduled, elsewhere the last such time. */
function skippedClock(): Clock {
  let lastMs = Date.now()
  return {
    nowMs: () => {
      try {
        lastMs = activityInfo().currentAttemptScheduledTimestampMs
      } catch {
        // Outside an activity the last time stays.
      }
      return lastMs
    },
  }
}

async function skipUntil(environment: TimeSkipping, moment: Temporal.ZonedDateTime): Promise<void> {
  const leftMs = moment.epochMilliseconds - (await environment.currentTimeMs())
  if (leftMs <= 0) throw new Error(`${moment.toString()} has passed`)
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('time does not advance: some work does not finish')), HANG_GUARD_MS).unref(),
  )
  await Promise.race([environment.sleep(leftMs), timeout])
}

export async function openSkippingStudio(
  open: OpenTimeSkipping,
  config: string,
  timeZone: string,
): Promise<SkippingStudio> {
  Runtime.install({ logger: new DefaultLogger('ERROR') })
  const folder = createDataFolder()
  const { dataDir } = folder
  shareBundle(dataDir)
  const [environment, server] = await Promise.all([open(), startInProcessServer(folder.databaseFile)])
  const {
    account_id: id,
    api_key: key,
    owner_key: ownerKey,
  } = await createAccount(dataDir, 'Studio', { timezone: timeZone })
  const { api_key: workerKey } = (await runOperatorCommand(dataDir, 'workerKey', '--account', id)) as {
    api_key: string
  }
  const account = accountPrefix(id)
  // The environment's own client skips time automatically, past what the test checks.
  const temporal = new TemporalClient({ connection: environment.connection })
  const state = await openState(`sqlite:${join(dataDir, 'worker.db')}`, systemClock)
  const api = createClient({ url: server.url + API_BASE, token: workerKey, retries: 0 })
  const log = createSilentLog()
  const settings = loadConfig(config)
  const automation = { state, api, clock: skippedClock(), log, readConfig: async () => settings }
  const context = {
    ...automation,
    temporal,
    account,
    channelHost: { secrets: {}, allow: emptyAllowList },
    publicUrl: server.url,
    reminderLinks: {
      createUrl: () => undefined,
      createPlanUrl: () => undefined,
      createUnsubscribeUrl: () => undefined,
      read: async () => undefined,
      readPlan: async () => undefined,
      readUnsubscribe: async () => undefined,
    },
    settings: openWorkerSettings(state, systemClock, join(dataDir, 'kitroom.yaml')),
    searchAttributes: { isRegistered: false },
    sourceHost: { configDir: dataDir, allow: emptyAllowList, readSecret: () => undefined, google: noGoogle },
    scaledMs: (ms: number) => ms,
    stateOwner: { stateId: '', place: '', earlierIds: [] },
    withLock: createWithLock(state, systemClock),
    clockCheck: trustedClockCheck,
  }
  const connection = environment.nativeConnection
  const workers = [
    await Worker.create({
      connection,
      taskQueue: taskQueue(account),
      workflowBundle: { codePath: await bundleWorkflows(dataDir) },
      activities: createWarrantyActivities({ ...automation, wakeCoverage: () => wakeCoverage(context) }),
      // Every workflow task replays the whole history.
      maxCachedWorkflows: 0,
    }),
    await Worker.create({
      connection,
      taskQueue: notifyQueue(account),
      activities: createSendReminders({
        ...automation,
        secrets: {},
        allow: emptyAllowList,
        kinds: notificationKinds,
        evaluators: createEvaluators(automation),
      }),
    }),
  ]
  const runningWorkers = Promise.all(workers.map((worker) => worker.run()))
  return {
    api: createApi(server.url, key),
    settings: createSettings(server.url, ownerKey),
    temporal,
    account,
    nowMs: () => environment.currentTimeMs(),
    skipUntil: (moment) => skipUntil(environment, moment),
    receiveEvents: async (type, ...documents) => {
      // Older than a burst, so that the workflow does not wait for more events.
      const receivedAt = new Date((await environment.currentTimeMs()) - BURST_MS).toISOString()
      for (const id of documents) {
        const record = { id, type: 'insurance', expires_on: '2000-01-01' }
        const body = JSON.stringify({ type, timestamp: receivedAt, data: { record, changes: {} } })
        await state.write((tx) =>
          addToInbox(tx, { webhookId: randomUUID(), type, recordId: id, body, topics: ['warranty'], receivedAt }),
        )
      }
      await wakeCoverage(context)
    },
    stateSql: (text, ...parameters) => runSql(join(dataDir, 'worker.db'), text, ...parameters),
    [Symbol.asyncDispose]: async () => {
      for (const worker of workers) worker.shutdown()
      await runningWorkers
      await environment.teardown()
      await api.close()
      await state.close()
      await server.stop()
      folder[Symbol.dispose]()
    },
  }
}
