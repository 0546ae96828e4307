import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Counts } from '../../activities/shared/automation.ts'
import { dailyWorkflowId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import { watchedEvents } from '../../contract/api/watchedEvents.ts'
import { WEBHOOK_PATH } from '../../contract/control/workerFile.ts'
import { findFreePort } from '../../local/ports.ts'
import { createSilentLog } from '../../platform/log.ts'
import { parseAllowList } from '../../platform/outbound/allowList.ts'
import { loadWorkerConfig } from '../../worker/context/config.ts'
import type { WorkerContext } from '../../worker/context/context.ts'
import { wakeCoverage } from '../../worker/wakeups/kinds/coverage.ts'
import { openWorkerIngress } from '../../worker/ingress/open.ts'
import { openWorkerParts } from '../../worker/process/start.ts'
import { installRuntime } from '../../worker/temporal/logger.ts'
import { createAccount, runOperatorCommand } from './account.ts'
import { createApi, type Api } from './api.ts'
import { shareBundle } from './bundle.ts'
import { checkInvariants } from './invariants.ts'
import { fakeClock, startInProcessServer, createDataFolder, type FakeClock, type InProcessServer } from './server.ts'
import { createSettings } from './settings.ts'
import { testTemporal } from './temporal.ts'

/** An API server and a worker in the test's process, with one fake clock and the real Temporal. */
export interface InProcessStudio extends AsyncDisposable {
  api: Api
  settings: Api
  clock: FakeClock
  /** The worker that runs now. */
  readonly worker: WorkerContext
  /** The dispatcher of events. */
  webhooks: InProcessServer['webhooks']
  moveTo(moment: Temporal.ZonedDateTime): void
  /** Executes the daily workflow at the clock's time. @returns the counts of each of its steps */
  runDaily(): Promise<Record<string, Counts>>
  /** Writes kitroom.yaml, and lets the worker adopt it. */
  configure(config: string): Promise<void>
  stopWorker(): Promise<void>
  startWorker(): Promise<void>
}

export interface StudioOptions {
  temporal?: { address: string; namespace: string }
  /** The server sends its events to the worker. Default: the worker gets none. */
  hasEvents?: boolean
  workerEnv?: Record<string, string>
}

interface RunningWorker {
  context: WorkerContext
  stop(): Promise<void>
}

async function startWorker(env: Record<string, string>, clock: FakeClock): Promise<RunningWorker> {
  const settings = loadWorkerConfig(env)
  const log = createSilentLog()
  installRuntime(log)
  const { context, workers, connection } = await openWorkerParts(settings, log, new AbortController().signal, clock)
  const ingress =
    env['KITROOM_WEBHOOK_SECRET'] === undefined
      ? undefined
      : await openWorkerIngress(context, settings.ingress, workers.isPolling)
  const runningWorkers = workers.run(() => undefined)
  if (ingress) await wakeCoverage(context)
  return {
    context,
    stop: async () => {
      await ingress?.close()
      workers.shutdown()
      await runningWorkers
      await connection.close()
      await context.api.close()
      await context.settings.close()
      await context.state.close()
    },
  }
}

/** Registers the worker's ingress at the server. */
async function registerIngress(
  settings: Api,
): Promise<{ env: Record<string, string>; enable: () => Promise<unknown> }> {
  const port = await findFreePort()
  const reply = await settings.post('/webhooks', {
    url: `http://127.0.0.1:${port}${WEBHOOK_PATH}`,
    events: watchedEvents,
  })
  if (reply.status !== 201) throw new Error(reply.text)
  const { id, secret } = reply.item()
  return {
    env: { KITROOM_INGRESS_PORT: String(port), KITROOM_WEBHOOK_SECRET: String(secret) },
    enable: () => settings.patch(`/webhooks/${id}`, { updates: { status: 'enabled' } }),
  }
}

/** The server's part of a studio, and the environment of its worker. */
async function openServer(
  config: string,
  clock: FakeClock,
  timezone: string,
  { temporal = testTemporal(), hasEvents = false, workerEnv = {} }: StudioOptions,
) {
  const folder = createDataFolder()
  const { dataDir } = folder
  shareBundle(dataDir)
  const server = await startInProcessServer(folder.databaseFile, clock, {
    webhookAllow: parseAllowList(['127.0.0.1/32:*']),
  })
  const account = await createAccount(dataDir, 'Studio', { timezone })
  const { api_key: workerKey } = (await runOperatorCommand(dataDir, 'workerKey', '--account', account.account_id)) as {
    api_key: string
  }
  const settings = createSettings(server.url, account.owner_key)
  const configFile = join(dataDir, 'kitroom.yaml')
  writeFileSync(configFile, config)
  if (hasEvents) server.webhooks.start()
  const ingress = hasEvents ? await registerIngress(settings) : undefined
  const env = {
    KITROOM_DATA_DIR: dataDir,
    KITROOM_URL: server.url,
    KITROOM_API_KEY: workerKey,
    KITROOM_CONFIG: configFile,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    KITROOM_WORKER_VERSIONS: 'off',
    ...workerEnv,
    ...ingress?.env,
  }
  return { folder, server, api: createApi(server.url, account.api_key), settings, configFile, ingress, env }
}

/** @param config the text of kitroom.yaml @param begin the first time of the clock, in the studio's zone */
export async function openInProcessStudio(
  config: string,
  begin: Temporal.ZonedDateTime,
  options: StudioOptions = {},
): Promise<InProcessStudio> {
  const clock = fakeClock(begin.epochMilliseconds)
  const { folder, server, api, settings, configFile, ingress, env } = await openServer(
    config,
    clock,
    begin.timeZoneId,
    options,
  )
  let worker: RunningWorker | undefined = await startWorker(env, clock)
  const getContext = (): WorkerContext => {
    if (!worker) throw new Error('the worker does not run')
    return worker.context
  }
  let runs = 0
  return {
    api,
    settings,
    clock,
    get worker() {
      return getContext()
    },
    webhooks: server.webhooks,
    moveTo: (moment) => {
      const ms = moment.epochMilliseconds - clock.nowMs()
      if (ms < 0) throw new Error(`the clock is past ${moment.toString()}`)
      clock.move(ms)
    },
    runDaily: () => {
      const { account, temporal } = getContext()
      const daily = {
        workflowId: `${dailyWorkflowId(account)}-lived-${++runs}`,
        taskQueue: taskQueue(account),
        args: [{}],
      }
      return temporal.workflow.execute(workflowNames.daily, daily) as Promise<Record<string, Counts>>
    },
    configure: async (text) => {
      writeFileSync(configFile, text)
      await getContext().settings.check()
    },
    stopWorker: async () => {
      await worker?.stop()
      worker = undefined
    },
    startWorker: async () => {
      // As `kitroom worker setup`, since the server disables an endpoint that fails for days.
      await ingress?.enable()
      worker = await startWorker(env, clock)
    },
    [Symbol.asyncDispose]: async () => {
      await worker?.stop()
      await server.stop()
      await checkInvariants(folder.databaseFile)
      folder[Symbol.dispose]()
    },
  }
}
