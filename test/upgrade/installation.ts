import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { Client as TemporalClient, Connection } from '@temporalio/client'
import { Client as PostgresClient } from 'pg'
import { createClient, type Client } from '../../client/client.ts'
import { accountPrefix } from '../../contract/temporal.ts'
import { silentPrinter } from '../../local/progressPrinter.ts'
import { startStudio } from '../../local/studio/studio.ts'
import { runSql } from '../support/database.ts'
import { shareBundle } from '../support/bundle.ts'
import { stretchedTimeLimits } from '../support/timeLimits.ts'
import { runAdminStatement, buildPostgresUrl } from '../support/testDatabase.ts'
import { openSync, type Sync } from '../worker/support/sync.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const SECRETS = ['host-id', 'worker.json', 'cli.json', 'encryption.key']

/** A run as it was when the installation was killed. */
interface InterruptedRun {
  run_id: string
  source: string
  status: string
}

/** An installation of an earlier version, started with the present code as `npm start` does. */
export interface Installation extends AsyncDisposable {
  /** The runs that were in progress, by source. */
  runs: Record<string, InterruptedRun>
  sync: Sync
  api: Client
  temporal: TemporalClient
  account: string
  state: <Row>(text: string) => Promise<Row[]>
  apiSql: <Row>(text: string) => Promise<Row[]>
}

/** Copies the stored files and decompresses the databases. @returns the data folder */
function unpack(from: string, folder: string): string {
  const data = join(folder, 'data')
  mkdirSync(data)
  for (const name of readdirSync(from)) {
    const content = readFileSync(join(from, name))
    if (name.endsWith('.db.gz')) writeFileSync(join(data, name.slice(0, -'.gz'.length)), gunzipSync(content))
    else writeFileSync(join(SECRETS.includes(name) ? data : folder, name), content, { mode: 0o600 })
  }
  return data
}

/** Creates a database from the stored dump. @returns its URL */
async function loadDump(from: string): Promise<string> {
  const name = `kitroom_upgrade_${process.pid}`
  await runAdminStatement(`create database ${name}`)
  const client = new PostgresClient({ connectionString: buildPostgresUrl(name) })
  await client.connect()
  await client.query(gunzipSync(readFileSync(join(from, 'kitroom.sql.gz'))).toString())
  await client.end()
  return buildPostgresUrl(name)
}

/** Sets the age of pending reminders to zero, because old ones are given up. */
async function renewReminders(data: string): Promise<void> {
  const now = new Date().toISOString()
  await runSql(
    join(data, 'worker.db'),
    "update reminder set created_at = ?, next_try_at = ? where state = 'pending'",
    now,
    now,
  )
}

/** Replaces the mail server of the stored kitroom.yaml, which was down. @returns the path of the file */
function setMailServer(folder: string, port: number): string {
  const file = join(folder, 'kitroom.yaml')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/host: 127\.0\.0\.1, port: \d+/, `host: 127.0.0.1, port: ${port}`),
  )
  return file
}

/**
 * Unpacks a killed installation of an earlier version and starts it.
 * @param name its folder, beside this file
 * @param start of a clone or of the package
 */
export async function startInstallation(
  name: 'sqlite' | 'postgres',
  mailPort: number,
  start = startStudio,
): Promise<Installation> {
  const from = join(HERE, name)
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-upgraded-'))
  const dataFolder = unpack(from, folder)
  shareBundle(dataFolder)
  await renewReminders(dataFolder)
  const databaseUrl = name === 'postgres' ? await loadDump(from) : undefined
  const studio = await start({
    env: {
      ...process.env,
      KITROOM_DATA_DIR: dataFolder,
      KITROOM_CONFIG: setMailServer(folder, mailPort),
      KITROOM_DATABASE_URL: databaseUrl,
      KITROOM_INTERVAL_SCALE: '0.1',
      ...stretchedTimeLimits,
      TEMPORAL_ADDRESS: undefined,
      TEMPORAL_NAMESPACE: undefined,
    },
    config: { dataFolder, host: '127.0.0.1', serverPort: 0, workerPort: 0, ingressHost: '127.0.0.1', ingressPort: 0 },
    printer: silentPrinter,
    useNextFreePort: true,
    isStopRequested: () => false,
    onAccount: () => {
      throw new Error('A second account was created.')
    },
    accountFlags: [],
  })
  const { api_key: token } = JSON.parse(readFileSync(join(dataFolder, 'cli.json'), 'utf8')) as { api_key: string }
  const { account_id: account } = JSON.parse(readFileSync(join(dataFolder, 'worker.json'), 'utf8')) as {
    account_id: string
  }
  const { runs } = JSON.parse(readFileSync(join(from, 'made.json'), 'utf8')) as { runs: InterruptedRun[] }
  const api = createClient({ url: `${studio.apiUrl}/api/v1`, token })
  const connection = await Connection.connect({ address: studio.temporalAddress })
  return {
    runs: Object.fromEntries(runs.map((run) => [run.source, run])),
    sync: openSync(dataFolder),
    api,
    temporal: new TemporalClient({ connection, namespace: 'kitroom' }),
    account: accountPrefix(account),
    state: (text) => runSql(join(dataFolder, 'worker.db'), text),
    apiSql: (text) => runSql(databaseUrl ?? join(dataFolder, 'kitroom.db'), text),
    [Symbol.asyncDispose]: async () => {
      await connection.close()
      await api.close()
      await studio.stop()
      if (databaseUrl !== undefined)
        await runAdminStatement(`drop database ${databaseUrl.slice(databaseUrl.lastIndexOf('/') + 1)} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
