import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client as TemporalClient } from '@temporalio/client'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { v7 as uuidv7 } from 'uuid'
import { loadConfig } from '../../../config/config.ts'
import { emptyAllowList } from '../../../platform/outbound/allowList.ts'
import { describeLocation } from '../../../sheets/sources/kinds.ts'
import { parseSheetInto } from '../../../sheets/parseSheet.ts'
import {
  createApplyActivities,
  createFileActivities,
  createPlanActivities,
} from '../../../activities/inventorySync/create.ts'
import type { SyncDeps } from '../../../activities/inventorySync/types.ts'
import { createClient } from '../../../client/client.ts'
import { API_BASE } from '../../../contract/api/operations.ts'
import {
  accountPrefix,
  filesQueue,
  planQueue,
  syncWorkflowId,
  taskQueue,
  workflowNames,
} from '../../../contract/temporal.ts'
import { toIsoTime, systemClock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { createWithLock } from '../../../state/hosts/withLock.ts'
import { openState } from '../../../state/database/open.ts'
import { addRun, findRun } from '../../../state/sync/runs.ts'
import type { RunRow } from '../../../state/tables/schema.ts'
import { bundleWorkflows } from '../../../worker/temporal/bundle.ts'
import { createAccount, runOperatorCommand } from '../account.ts'
import { createApi, type Api } from '../api.ts'
import { shareBundle } from '../bundle.ts'
import { startServer, createDataFolder } from '../server.ts'
import type { OpenTimeSkipping } from './server.ts'
import { noGoogle } from '../noGoogle.ts'
import { HANG_GUARD_MS } from '../wait.ts'

/** A real API server and a worker that syncs `sheet.csv`, on a Temporal that skips time. */
export interface SyncStudio extends AsyncDisposable {
  api: Api
  writeSheet(text: string): void
  stopServer(): Promise<void>
  startServer(): Promise<void>
  /** Starts a run of the source as a schedule does. @returns its id */
  start(): Promise<string>
  run(runId: string): Promise<RunRow>
  /** Skips time. Work that falls due meanwhile is done. */
  skip(minutes: number): Promise<void>
}

/** @param config the text of kitroom.yaml, with one source */
export async function openSyncStudio(open: OpenTimeSkipping, config: string): Promise<SyncStudio> {
  Runtime.install({ logger: new DefaultLogger('ERROR') })
  const folder = createDataFolder()
  const { dataDir } = folder
  shareBundle(dataDir)
  const [environment, firstServer] = await Promise.all([open(), startServer(dataDir)])
  let server = firstServer
  const { account_id: id, api_key: key } = await createAccount(dataDir, 'Studio')
  const { api_key: workerKey } = (await runOperatorCommand(dataDir, 'workerKey', '--account', id)) as {
    api_key: string
  }
  const account = accountPrefix(id)
  const temporal = new TemporalClient({ connection: environment.connection })
  const state = await openState(`sqlite:${join(dataDir, 'worker.db')}`, systemClock)
  const api = createClient({ url: server.url + API_BASE, token: workerKey, retries: 0 })
  const log = createLog({ name: 'worker', level: 'silent', format: 'json' })
  const deps: SyncDeps = {
    state,
    api,
    clock: systemClock,
    log,
    parseSheet: parseSheetInto,
    sourceHost: { configDir: dataDir, allow: emptyAllowList, readSecret: () => undefined, google: noGoogle },
    withLock: createWithLock(state, systemClock),
    scaledMs: (ms) => ms,
    findSource: async () => undefined,
    detectRestore: async () => false,
  }
  const { sources } = loadConfig(config)
  const [source] = sources
  if (!source) throw new Error('kitroom.yaml has no source')
  const files = filesQueue(account, 'host')
  const commonOptions = { connection: environment.nativeConnection, maxHeartbeatThrottleInterval: '2s' } as const
  const workers = [
    await Worker.create({
      ...commonOptions,
      taskQueue: taskQueue(account),
      workflowBundle: { codePath: await bundleWorkflows(dataDir) },
      activities: createApplyActivities(deps),
      maxCachedWorkflows: 0,
    }),
    await Worker.create({ ...commonOptions, taskQueue: planQueue(account), activities: createPlanActivities(deps) }),
    await Worker.create({ ...commonOptions, taskQueue: files, activities: createFileActivities(deps) }),
  ]
  const runningWorkers = Promise.all(workers.map((worker) => worker.run()))
  return {
    api: createApi(server.url, key),
    writeSheet: (text) => writeFileSync(join(dataDir, 'sheet.csv'), text),
    stopServer: () => server.stop(),
    startServer: async () => {
      server = await startServer(dataDir, { env: { KITROOM_PORT: new URL(server.url).port } })
    },
    start: async () => {
      const runId = uuidv7()
      const settings = JSON.stringify({ source, sources: [source.id] })
      const origin = {
        source: source.id,
        decide: 'policy',
        settings,
        file: describeLocation(source).location,
        sha256: null,
        scheduled_by: null,
      } as const
      await state.write((tx) => addRun(tx, { run_id: runId, ...origin, started_at: toIsoTime(Date.now()) }))
      const args = [{ runId, source: source.id, filesQueue: files }]
      const workflowId = syncWorkflowId(account, source.id)
      await temporal.workflow.start(workflowNames.inventorySync, { workflowId, taskQueue: taskQueue(account), args })
      return runId
    },
    run: async (runId) => {
      const run = await state.read((tx) => findRun(tx, runId))
      if (!run) throw new Error('there is no such run')
      return run
    },
    skip: async (minutes) => {
      const timeout = new Promise<never>((_, reject) =>
        setTimeout(() => reject(new Error('time does not advance: some work does not finish')), HANG_GUARD_MS).unref(),
      )
      await Promise.race([environment.sleep(minutes * 60_000), timeout])
    },
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
