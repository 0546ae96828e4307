import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WorkerFile } from '../../../contract/control/workerFile.ts'
import { createAccount } from '../../support/account.ts'
import { createApi, type Api } from '../../support/api.ts'
import { shareBundle } from '../../support/bundle.ts'
import { runCli } from '../../support/cli.ts'
import { runSql } from '../../support/database.ts'
import { checkInvariants } from '../../support/invariants.ts'
import { createDataFolder } from '../../support/server.ts'
import { inStateSchema } from '../../support/stateUrl.ts'
import { emptyDatabaseUrl } from '../../support/testDatabase.ts'
import type { Temporal } from '../../worker/support/studio.ts'
import { openBalancer, type Balancer } from './balancer.ts'
import { skewClock } from './clocks.ts'
import { createMember, type Member, type MemberKind } from './member.ts'

/** Servers and workers of one account, on one PostgreSQL and one Temporal, each kind behind a balancer. */
export interface Fleet extends AsyncDisposable {
  members: readonly Member[]
  /** One for both kinds; a worker's data folder has its `control.json`. */
  dataDirOf: (worker: Member) => string
  workers: readonly Member[]
  accountId: string
  /** URL of the servers' balancer. */
  apiUrl: string
  apiKey: string
  /** Through the servers' balancer. */
  api: Api
  /** The folder of kitroom.yaml and its sheets, which all workers read. */
  configDir: string
  apiSql: <Row = Record<string, unknown>>(text: string) => Promise<Row[]>
  stateSql: <Row = Record<string, unknown>>(text: string) => Promise<Row[]>
  /** Stops all and checks the API's database. */
  stopAndCheck: () => Promise<void>
}

export interface FleetOptions {
  temporal: Temporal
  /** Number of each. */
  count: 1 | 2
  config: string
  workerEnv: Record<string, string>
  /** Whether the clocks of the processes are apart. */
  isSkewed?: boolean
}

interface Folders {
  root: string
  dataDirOf: (name: string) => string
}

/** Registers the first worker and adds the others, as docs/running.md says. */
async function setUpWorkers(
  names: readonly string[],
  { dataDirOf }: Folders,
  url: string,
  ingress: Balancer,
  ownerKey: string,
): Promise<void> {
  let secret: string | undefined
  for (const name of names) {
    const env = { KITROOM_OWNER_KEY: ownerKey, ...(secret !== undefined && { KITROOM_WEBHOOK_SECRET: secret }) }
    const args = [
      'worker',
      'setup',
      ...(secret === undefined ? [] : ['--add']),
      '--url',
      url,
      '--ingress-url',
      ingress.url,
    ]
    const { code, out, err } = await runCli([...args, '--data-dir', dataDirOf(name)], env)
    if (code !== 0) throw new Error(`worker setup of ${name}: ${out}${err}`)
    secret ??= WorkerFile.parse(JSON.parse(readFileSync(join(dataDirOf(name), 'worker.json'), 'utf8'))).webhook?.secret
  }
}

function createFolders(): Folders {
  const root = mkdtempSync(join(tmpdir(), 'kitroom-fleet-'))
  return { root, dataDirOf: (name) => join(root, name) }
}

export async function openFleet({
  temporal,
  count,
  config,
  workerEnv,
  isSkewed = false,
}: FleetOptions): Promise<Fleet> {
  // Without a fleet, what was started ends.
  await using stack = new AsyncDisposableStack()
  const folders = createFolders()
  stack.defer(() => rmSync(folders.root, { recursive: true, force: true }))
  const databaseUrl = await emptyDatabaseUrl()
  writeFileSync(join(folders.root, 'kitroom.yaml'), config)
  const members: Member[] = []
  const urlsOf = (kind: MemberKind) => (): string[] =>
    members.flatMap((member) => (member.kind === kind ? (member.url() ?? []) : []))
  const [api, ingress] = [await openBalancer(urlsOf('server')), await openBalancer(urlsOf('worker'))]
  stack.use(api)
  stack.use(ingress)
  const shared = {
    KITROOM_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    KITROOM_RATE_LIMIT: 'off',
    NODE_ENV: 'production',
  }
  const serverEnv = {
    KITROOM_DATABASE_URL: databaseUrl,
    KITROOM_PORT: '0',
    KITROOM_WEBHOOK_ALLOW: `127.0.0.1/32:${ingress.port}`,
  }
  const commonWorkerEnv = {
    KITROOM_WORKER_DATABASE_URL: databaseUrl,
    KITROOM_WORKER_PORT: '0',
    KITROOM_INGRESS_PORT: '0',
    KITROOM_PUBLIC_URL: ingress.url,
    KITROOM_CONFIG: join(folders.root, 'kitroom.yaml'),
    KITROOM_INTERVAL_SCALE: '0.1',
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    ...workerEnv,
  }
  const addMember = (kind: MemberKind, index: number): Member => {
    const name = `${kind}-${index + 1}`
    const own = kind === 'server' ? serverEnv : commonWorkerEnv
    const env = () => ({
      ...shared,
      ...own,
      KITROOM_DATA_DIR: folders.dataDirOf(name),
      ...(isSkewed && skewClock(folders.root, kind, index)),
    })
    const member = createMember({ name, kind, env })
    members.push(member)
    stack.defer(() => member.kill())
    return member
  }
  const indexes = Array.from({ length: count }, (_, index) => index)
  const servers = indexes.map((index) => addMember('server', index))
  await Promise.all(servers.map((server) => server.start()))
  const folder = stack.use(createDataFolder(databaseUrl))
  const account = await createAccount(folder.dataDir, 'Studio')
  const workers = indexes.map((index) => addMember('worker', index))
  await setUpWorkers(
    workers.map(({ name }) => name),
    folders,
    api.url,
    ingress,
    account.owner_key,
  )
  for (const { name } of workers) shareBundle(folders.dataDirOf(name))
  await Promise.all(workers.map((worker) => worker.start()))
  const stopAll = async (): Promise<void> => {
    for (const member of members.toReversed()) await member.stop()
  }
  const opened = stack.move()
  return {
    members,
    workers,
    dataDirOf: ({ name }) => folders.dataDirOf(name),
    accountId: account.account_id,
    apiUrl: api.url,
    apiKey: account.api_key,
    api: createApi(api.url, account.api_key),
    configDir: folders.root,
    apiSql: (text) => runSql(databaseUrl, text),
    stateSql: (text) => runSql(inStateSchema(databaseUrl), text),
    stopAndCheck: async () => {
      await stopAll()
      await checkInvariants(databaseUrl)
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }
}
