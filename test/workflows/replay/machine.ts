import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client, Connection } from '@temporalio/client'
import { createClient, type Client as ApiClient } from '../../../client/client.ts'
import { API_BASE } from '../../../contract/api/operations.ts'
import { SETTINGS_BASE } from '../../../contract/settings/operations.ts'
import { accountPrefix, syncWorkflowId } from '../../../contract/temporal.ts'
import { findFreePort } from '../../../local/ports.ts'
import { createProgressPrinter } from '../../../local/progressPrinter.ts'
import { findTemporal } from '../../../local/temporal/find.ts'
import { startTemporalServer } from '../../../local/temporal/server.ts'
import { openDatabase } from '../../../platform/sql/open.ts'
import { startProcess, type Started } from '../../worker/support/process.ts'
import { openSync, type Sync } from '../../worker/support/sync.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Temporal, API server and worker on one data folder, without the test runner. */
export interface Machine {
  dataDir: string
  temporal: Client
  worker: Started
  sync: Sync
  startWorker(): Promise<void>
  writeSheet(text: string): void
  /** Issues a new worker key, so that the API refuses the one in use. */
  replaceKey(): Promise<void>
  account: string
  settings: ApiClient
  api: ApiClient
  workflowId(source: string): string
  loseHistory(source: string): Promise<void>
  agePlan(runId: string, ageMs: number): Promise<void>
  stop(): Promise<void>
}

async function startTemporal(dataDir: string) {
  const binary = await findTemporal(process.env, createProgressPrinter())
  const databaseFile = join(dataDir, 'temporal.db')
  return startTemporalServer({
    binary,
    port: await findFreePort(),
    namespace: 'default',
    databaseFile,
    env: process.env,
  })
}

const operatorOf =
  (dataDir: string) =>
  async (command: string, ...flags: string[]): Promise<Record<string, string>> => {
    const env = { ...process.env, KITROOM_DATA_DIR: dataDir }
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [`${root}server/operator/${command}.ts`, ...flags, '--json'],
      { env },
    )
    return JSON.parse(stdout) as Record<string, string>
  }

/**
 * Starts a machine on a temporary folder.
 * @param sources the text of kitroom.yaml
 * @param workerEnv more settings of the worker
 */
export async function startMachine(sources: string, workerEnv: Record<string, string>): Promise<Machine> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kitroom-record-'))
  const operator = operatorOf(dataDir)
  const temporalServer = await startTemporal(dataDir)
  const server = startProcess('server/main.ts', { KITROOM_DATA_DIR: dataDir, KITROOM_PORT: '0' })
  const { url } = await server.waitForLog('listening')
  const account = await operator('accountCreate', '--name', 'Studio', '--email', 'studio@example.com')
  writeFileSync(join(dataDir, 'kitroom.yaml'), sources)
  const connection = await Connection.connect({ address: temporalServer.address })
  const temporal = new Client({ connection })
  const prefix = accountPrefix(account['account_id'] ?? '')
  const workflowId = (source: string): string => syncWorkflowId(prefix, source)
  let key = (await operator('workerKey'))['api_key'] ?? ''
  const machine: Machine = {
    dataDir,
    temporal,
    worker: undefined as never,
    sync: undefined as never,
    startWorker: async () => {
      const ports = { KITROOM_WORKER_PORT: '0', KITROOM_INGRESS_PORT: '0' }
      const env = { KITROOM_DATA_DIR: dataDir, KITROOM_URL: String(url), KITROOM_API_KEY: key }
      machine.worker = startProcess('worker/main.ts', {
        ...env,
        ...ports,
        ...workerEnv,
        KITROOM_CONFIG: join(dataDir, 'kitroom.yaml'),
        TEMPORAL_ADDRESS: temporalServer.address,
      })
      await machine.worker.waitForLog('ready')
      machine.sync = openSync(dataDir)
    },
    writeSheet: (text) => writeFileSync(join(dataDir, 'sheet.csv'), text),
    replaceKey: async () => {
      key = (await operator('workerKey'))['api_key'] ?? ''
    },
    account: prefix,
    settings: createClient({ url: String(url) + SETTINGS_BASE, token: account['owner_key'] ?? '' }),
    api: createClient({ url: String(url) + API_BASE, token: account['api_key'] ?? '' }),
    workflowId,
    loseHistory: async (source) => {
      await connection.workflowService.deleteWorkflowExecution({
        namespace: 'default',
        workflowExecution: { workflowId: workflowId(source) },
      })
      const isThere = (): Promise<boolean> =>
        temporal.workflow
          .getHandle(workflowId(source))
          .describe()
          .then(
            () => true,
            () => false,
          )
      while (await isThere()) await new Promise((resolve) => setTimeout(resolve, 100))
    },
    agePlan: async (runId, ageMs) => {
      const state = await openDatabase(`sqlite:${join(dataDir, 'worker.db')}`)
      const parameters = [new Date(Date.now() - ageMs).toISOString(), runId]
      await state.write((tx) =>
        tx.query({ compile: () => ({ sql: 'update run set planned_at = ? where run_id = ?', parameters }) } as never),
      )
      await state.close()
    },
    stop: async () => {
      await machine.settings.close()
      await machine.api.close()
      await connection.close()
      await machine.worker.stop()
      await server.stop()
      await temporalServer.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await machine.startWorker()
  return machine
}
