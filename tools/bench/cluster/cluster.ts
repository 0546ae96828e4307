import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Connection } from '@temporalio/client'
import { msToTs } from '@temporalio/common/lib/time.js'
import { findFreePort, waitForPort } from '../../../local/ports.ts'
import type { Binaries } from './binaries.ts'
import { buildConfig, DATABASES, SERVICES, type Ports, type Service } from './config.ts'

const run = promisify(execFile)
const START_TIMEOUT_MS = 90_000
const RETENTION = '3 days'

/** A Temporal of four processes on one PostgreSQL. */
export interface Cluster extends AsyncDisposable {
  address: string
  /** kill -9, and a start after `downMs`. */
  killAndRestart: (service: Service, downMs: number) => Promise<void>
}

async function prepareSchemas({ sqlTool, schemas }: Binaries, postgresPort: number): Promise<void> {
  for (const [kind, database] of Object.entries(DATABASES)) {
    const tool = (...args: string[]) =>
      run(sqlTool, [
        '--plugin',
        'postgres12',
        '--endpoint',
        '127.0.0.1',
        '--port',
        String(postgresPort),
        '--user',
        'kitroom',
        '--database',
        database,
        ...args,
      ])
    await tool('create')
    await tool('setup-schema', '--version', '0.0')
    await tool('update-schema', '--schema-dir', join(schemas, kind, 'versioned'))
  }
}

async function choosePorts(): Promise<Ports> {
  const choose = async () => ({
    grpc: await findFreePort(),
    membership: await findFreePort(),
    http: await findFreePort(),
  })
  return { frontend: await choose(), history: await choose(), matching: await choose(), worker: await choose() }
}

/** Registers the namespace, and waits until it is known everywhere: services read namespaces every ten seconds. */
async function registerNamespace(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address })
  const workflows = connection.workflowService
  await workflows.registerNamespace({ namespace, workflowExecutionRetentionPeriod: msToTs(RETENTION) })
  for (const deadlineMs = performance.now() + START_TIMEOUT_MS; ; await wait(500))
    try {
      await workflows.listWorkflowExecutions({ namespace })
      break
    } catch (error) {
      if (performance.now() > deadlineMs) throw error
    }
  await connection.close()
}

/** @param folder for the configuration and the logs of the services */
export async function startCluster(
  binaries: Binaries,
  folder: string,
  postgresPort: number,
  namespace: string,
): Promise<Cluster> {
  await prepareSchemas(binaries, postgresPort)
  const ports = await choosePorts()
  mkdirSync(folder, { recursive: true })
  const configFile = join(folder, 'cluster.yaml')
  writeFileSync(configFile, buildConfig(ports, postgresPort))
  const processes = new Map<Service, ChildProcess>()
  const start = (service: Service): void => {
    const child = spawn(
      binaries.server,
      ['--config-file', configFile, '--allow-no-auth', 'start', '--service', service],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const log = createWriteStream(join(folder, `${service}.log`), { flags: 'a' })
    child.stdout.pipe(log)
    child.stderr.pipe(log)
    processes.set(service, child)
  }
  const kill = async (service: Service): Promise<void> => {
    const child = processes.get(service)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const cluster: Cluster = {
    address: `127.0.0.1:${ports.frontend.grpc}`,
    killAndRestart: async (service, downMs) => {
      await kill(service)
      await wait(downMs)
      start(service)
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(SERVICES.map(kill))
    },
  }
  const hasEnded = () => [...processes.values()].some(({ exitCode }) => exitCode !== null)
  const waitFor = async (service: Service): Promise<void> => {
    if (!(await waitForPort(ports[service].grpc, START_TIMEOUT_MS, hasEnded)))
      throw new Error(`The cluster's ${service} did not start. Its log is in ${folder}.`)
  }
  // The first service stores the metadata of the cluster; one that starts at the same moment fails.
  const [first, ...others] = SERVICES
  start(first)
  await waitFor(first)
  for (const service of others) start(service)
  await waitFor('frontend')
  await registerNamespace(cluster.address, namespace)
  return cluster
}
