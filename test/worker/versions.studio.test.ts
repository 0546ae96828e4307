import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client as TemporalClient, Connection } from '@temporalio/client'
import { afterEach, expect, it } from 'vitest'
import { accountPrefix, syncWorkflowId } from '../../contract/temporal.ts'
import { findFreePort, waitForPort } from '../../local/ports.ts'
import { silentPrinter } from '../../local/progressPrinter.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { prepareNamespace } from '../../local/temporal/namespace.ts'
import { shareBundle } from '../support/bundle.ts'
import { testTemporal } from '../support/temporal.ts'
import { openTemporalGate } from '../support/temporalGate.ts'
import { copyLaterWorker } from './support/laterWorker.ts'
import { startProcess, type Started } from './support/process.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'
import { openSync } from './support/sync.ts'
import { HANG_GUARD_MS } from '../support/wait.ts'

// Worker deployments: the version that started last gets the tasks, and no version leaves runs without a worker.

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const closeOne of closers.splice(0).toReversed()) await closeOne()
})

const ON = { KITROOM_WORKER_VERSIONS: 'on' }

async function openVersionedStudio(env: Record<string, string>, temporal = testTemporal()): Promise<Studio> {
  const studio = await openStudio(temporal, { ownProcess: 'worker', workerEnv: env })
  closers.push(() => studio[Symbol.asyncDispose]())
  studio.writeSheet('sheet.csv', csv(cameras(3)))
  return studio
}

const readStatus = async (worker: Started): Promise<string> => {
  const reply = await fetch(`${String((await worker.waitForLog('ready'))['url'])}/readyz`)
  const { status } = (await reply.json()) as { status: string }
  return `${reply.status} ${status}`
}

async function untilStatus(worker: Started, status: string): Promise<void> {
  await expect.poll(() => readStatus(worker)).toBe(status)
}

/** A Temporal whose namespaces may have no deployment. */
async function startTemporalWithoutDeployments(): Promise<{ address: string; namespace: string }> {
  const binary = await findTemporal(process.env, silentPrinter)
  const [port, httpPort] = [await findFreePort(), await findFreePort()]
  const flags = [
    '--headless',
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--http-port',
    String(httpPort),
    '--namespace',
    'kitroom',
    '--log-level',
    'error',
  ]
  const server = spawn(
    binary,
    ['server', 'start-dev', ...flags, '--dynamic-config-value', 'matching.maxDeployments=0'],
    { stdio: 'ignore' },
  )
  closers.push(() => server.kill())
  await waitForPort(port, HANG_GUARD_MS, () => false)
  await prepareNamespace(`127.0.0.1:${port}`, 'kitroom')
  return { address: `127.0.0.1:${port}`, namespace: 'kitroom' }
}

/** The build id that did the last task of the source's last workflow. */
async function readBuildOfRun(studio: Studio, { address, namespace } = testTemporal()): Promise<string | undefined> {
  const connection = await Connection.connect({ address })
  const client = new TemporalClient({ connection, namespace })
  const { raw } = await client.workflow.getHandle(syncWorkflowId(accountPrefix(studio.accountId), 'main')).describe()
  await connection.close()
  return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? undefined
}

/** The process that started the last plan, as its worker names itself. */
async function readPlanner(studio: Studio): Promise<string> {
  const { address, namespace } = testTemporal()
  const connection = await Connection.connect({ address })
  const handle = new TemporalClient({ connection, namespace }).workflow.getHandle(
    syncWorkflowId(accountPrefix(studio.accountId), 'main'),
  )
  const { events } = await handle.fetchHistory()
  await connection.close()
  const planned = events?.find(
    ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === 'planRun',
  )
  const isOfPlan = (id: unknown): boolean => String(id) === String(planned?.eventId)
  const started = events?.find(
    ({ activityTaskStartedEventAttributes: start }) => start && isOfPlan(start.scheduledEventId),
  )
  return started?.activityTaskStartedEventAttributes?.identity ?? ''
}

/** Syncs until each of the workers has planned a run. The queue of plans has no version, so both take some. */
async function syncUntilBothPlanned(studio: Studio, later: { worker: Started; dataDir: string }): Promise<void> {
  const waitedFor = new Set([studio.worker, later.worker].map(({ pid }) => `${pid}@${hostname()}`))
  for (let runs = 0; waitedFor.size > 0; runs++) {
    expect(runs, `${[...waitedFor].join()} planned nothing`).toBeLessThan(40)
    expect(await openSync(later.dataDir).syncAll()).toMatchObject({ status: 'completed', results: { unchanged: 3 } })
    waitedFor.delete(await readPlanner(studio))
  }
}

const readBuildId = async (worker: Started): Promise<unknown> =>
  (await worker.waitForLog('this version of the worker is current in Temporal'))['buildId']

/** Starts a worker of a later version on the studio's state, as on another host. */
function startLaterWorker(studio: Studio, root: string): { worker: Started; dataDir: string } {
  const dataDir = mkdtempSync(join(tmpdir(), 'kitroom-host-'))
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }))
  shareBundle(dataDir)
  const database = { KITROOM_WORKER_DATABASE_URL: `sqlite:${join(studio.folder.dataDir, 'worker.db')}` }
  const worker = startProcess(
    'worker/main.ts',
    { ...database, ...studio.environment(), ...ON, KITROOM_DATA_DIR: dataDir },
    root,
  )
  closers.push(() => worker.kill())
  return { worker, dataDir }
}

it('a run from before goes on under the version, a later one takes over, and the older again when it is gone', async () => {
  const studio = await openVersionedStudio({})
  const { run_id: runId } = await studio.sync.start()
  await studio.sync.follow(runId)
  expect(await readBuildOfRun(studio)).toBeUndefined()
  await studio.worker.stop()

  await studio.startWorker(ON)
  await untilStatus(studio.worker, '200 ready')
  const buildId = await readBuildId(studio.worker)
  expect(buildId).toMatch(/^\d+\.\d+\.\d+-[0-9a-f]{12}$/)
  await studio.sync.approve(runId)
  expect(await studio.sync.follow(runId)).toMatchObject({ status: 'completed', results: { created: 3 } })
  expect(await readBuildOfRun(studio)).toBe(buildId)

  using tree = copyLaterWorker()
  const later = startLaterWorker(studio, tree.root)
  await untilStatus(later.worker, '200 ready')
  const laterBuildId = await readBuildId(later.worker)
  expect(laterBuildId).not.toBe(buildId)
  await untilStatus(studio.worker, '503 not current')
  await syncUntilBothPlanned(studio, later)
  expect(await readBuildOfRun(studio)).toBe(laterBuildId)

  await later.worker.kill()
  await untilStatus(studio.worker, '200 ready')
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed' })
  expect(await readBuildOfRun(studio)).toBe(buildId)

  await studio.worker.stop()
  await studio.startWorker()
  expect(await studio.sync.syncAll(), 'a worker without versions').toMatchObject({ status: 'completed' })
  expect(await readBuildOfRun(studio)).toBeUndefined()
})

it.each(['UNIMPLEMENTED', 'PERMISSION_DENIED'] as const)(
  'without worker deployments (%s) the worker has no version',
  async (code) => {
    const { address, namespace } = testTemporal()
    const gate = await openTemporalGate(address)
    closers.push(() => gate[Symbol.asyncDispose]())
    Object.assign(gate, { refuse: code, method: 'SetWorkerDeploymentCurrentVersion' })
    const studio = await openVersionedStudio(ON, { address: gate.address, namespace })
    await studio.worker.waitForLog(/^Worker deployments of Temporal are not used: /)
    await untilStatus(studio.worker, '200 ready')
    expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed' })
    expect(await readBuildOfRun(studio)).toBeUndefined()
  },
)

it('a deployment that Temporal does not find for a moment leaves the worker its version', async () => {
  const { address, namespace } = testTemporal()
  const gate = await openTemporalGate(address)
  closers.push(() => gate[Symbol.asyncDispose]())
  const studio = await openVersionedStudio(ON, { address: gate.address, namespace })
  const buildId = await readBuildId(studio.worker)
  Object.assign(gate, { refuse: 'NOT_FOUND', method: 'DescribeWorkerDeployment' })
  await untilStatus(studio.worker, '503 not current')
  gate.refuse = undefined
  await untilStatus(studio.worker, '200 ready')
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed' })
  expect(await readBuildOfRun(studio)).toBe(buildId)
})

it('where Temporal registers no version, the worker continues without one', async () => {
  const temporal = await startTemporalWithoutDeployments()
  const studio = await openVersionedStudio({ ...ON, KITROOM_TIME_LIMIT_SCALE: '2' }, temporal)
  await studio.worker.waitForLog(/^Temporal does not register this version of the worker/)
  await untilStatus(studio.worker, '200 ready')
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed' })
  expect(await readBuildOfRun(studio, temporal)).toBeUndefined()
})
