import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Counts } from '../../activities/automation.ts'
import { dailyWorkflowId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import { createSilentLog } from '../../platform/log.ts'
import { loadWorkerConfig } from '../../worker/config.ts'
import type { WorkerContext } from '../../worker/context.ts'
import { openWorkerParts } from '../../worker/start.ts'
import { installRuntime } from '../../worker/temporal/logger.ts'
import { createAccount, runOperatorCommand } from './account.ts'
import { createApi, type Api } from './api.ts'
import { shareBundle } from './bundle.ts'
import { checkInvariants } from './invariants.ts'
import { fakeClock, startInProcessServer, createDataFolder, type FakeClock } from './server.ts'
import { createSettings } from './settings.ts'
import { testTemporal } from './temporal.ts'

/** An API server and a worker in the test's process, with one fake clock and the real Temporal. */
export interface InProcessStudio extends AsyncDisposable {
  api: Api
  settings: Api
  clock: FakeClock
  worker: WorkerContext
  moveTo(moment: Temporal.ZonedDateTime): void
  /** Executes the daily workflow at the clock's time. @returns the counts of each of its steps */
  runDaily(): Promise<Record<string, Counts>>
}

/** @param config the text of kitroom.yaml @param begin the first time of the clock, in the studio's zone */
export async function openInProcessStudio(config: string, begin: Temporal.ZonedDateTime): Promise<InProcessStudio> {
  const folder = createDataFolder()
  const { dataDir } = folder
  shareBundle(dataDir)
  const clock = fakeClock(begin.epochMilliseconds)
  const server = await startInProcessServer(folder.databaseFile, clock)
  const account = await createAccount(dataDir, 'Studio', { timezone: begin.timeZoneId })
  const { api_key: workerKey } = (await runOperatorCommand(dataDir, 'workerKey', '--account', account.account_id)) as { api_key: string }
  const configFile = join(dataDir, 'kitroom.yaml')
  writeFileSync(configFile, config)
  const { address, namespace } = testTemporal()
  const settings = loadWorkerConfig({
    KITROOM_DATA_DIR: dataDir,
    KITROOM_URL: server.url,
    KITROOM_API_KEY: workerKey,
    KITROOM_CONFIG: configFile,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    KITROOM_WORKER_VERSIONS: 'off',
  })
  const log = createSilentLog()
  installRuntime(log)
  const { context, workers, connection } = await openWorkerParts(settings, log, new AbortController().signal, clock)
  const runningWorkers = workers.run(() => undefined)
  let runs = 0
  return {
    api: createApi(server.url, account.api_key),
    settings: createSettings(server.url, account.owner_key),
    clock,
    worker: context,
    moveTo: (moment) => {
      const ms = moment.epochMilliseconds - clock.nowMs()
      if (ms < 0) throw new Error(`the clock is past ${moment.toString()}`)
      clock.move(ms)
    },
    runDaily: () =>
      context.temporal.workflow.execute(workflowNames.daily, {
        workflowId: `${dailyWorkflowId(context.account)}-lived-${++runs}`,
        taskQueue: taskQueue(context.account),
        args: [{}],
      }) as Promise<Record<string, Counts>>,
    [Symbol.asyncDispose]: async () => {
      workers.shutdown()
      await runningWorkers
      await connection.close()
      await context.api.close()
      await context.state.close()
      await server.stop()
      await checkInvariants(folder.databaseFile)
      folder[Symbol.dispose]()
    },
  }
}
