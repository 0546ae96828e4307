import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { Client as TemporalClient, Connection } from '@temporalio/client'
import { Client as PostgresClient } from 'pg'
import { createClient, type Client } from '../../client/client.ts'
import { accountPrefix } from '../../contract/temporal.ts'
import { silentSay } from '../../local/say.ts'
import { startStudio } from '../../local/studio/studio.ts'
import { sqlOn } from '../support/database.ts'
import { shareBundle } from '../support/bundle.ts'
import { administer, postgresUrl } from '../support/testDatabase.ts'
import { openSync, type Sync } from '../worker/support/sync.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const SECRETS = ['host-id', 'worker.json', 'cli.json', 'encryption.key']

/** A run as it stood when the installation was killed. */
interface MadeRun {
  run_id: string
  source: string
  status: string
}

/** An installation of an earlier version, started by this one as `npm start` does. */
export interface Installation extends AsyncDisposable {
  /** The runs that were under way, by their source. */
  runs: Record<string, MadeRun>
  sync: Sync
  api: Client
  temporal: TemporalClient
  /** Prefix of everything that is the account's in Temporal. */
  account: string
  /** Asks the worker's database. */
  state<Row>(text: string): Promise<Row[]>
}

/** Copies the kept files; databases are kept compressed. */
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

/** Makes a database from the kept dump. @returns its URL */
async function loadDump(from: string): Promise<string> {
  const name = `kitroom_upgrade_${process.pid}`
  await administer(`create database ${name}`)
  const client = new PostgresClient({ connectionString: postgresUrl(name) })
  await client.connect()
  await client.query(gunzipSync(readFileSync(join(from, 'kitroom.sql.gz'))).toString())
  await client.end()
  return postgresUrl(name)
}

/** Pending reminders are given up after some days: these are as old as the installation would be, had it been killed just now. */
async function renewReminders(data: string): Promise<void> {
  const now = new Date().toISOString()
  await sqlOn(join(data, 'worker.db'), "update reminder set created_at = ?, next_try_at = ? where state = 'pending'", now, now)
}

/** The kept settings name a mail server that was not there. */
function nameMailServer(folder: string, port: number): string {
  const file = join(folder, 'kitroom.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/host: 127\.0\.0\.1, port: \d+/, `host: 127.0.0.1, port: ${port}`))
  return file
}

/**
 * Unpacks what an earlier version left behind when it was killed, and starts it with the code of today.
 * @param kept folder beside this file; @param mailPort of the mail server that is there now
 */
export async function startInstallation(kept: 'sqlite' | 'postgres', mailPort: number): Promise<Installation> {
  const from = join(HERE, kept)
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-upgraded-'))
  const dataFolder = unpack(from, folder)
  shareBundle(dataFolder)
  await renewReminders(dataFolder)
  const databaseUrl = kept === 'postgres' ? await loadDump(from) : undefined
  const studio = await startStudio({
    env: {
      ...process.env,
      KITROOM_DATA_DIR: dataFolder,
      KITROOM_CONFIG: nameMailServer(folder, mailPort),
      KITROOM_DATABASE_URL: databaseUrl,
      KITROOM_INTERVAL_SCALE: '0.1',
      TEMPORAL_ADDRESS: undefined,
      TEMPORAL_NAMESPACE: undefined,
    },
    config: { dataFolder, host: '127.0.0.1', serverPort: 0, workerPort: 0, ingressHost: '127.0.0.1', ingressPort: 0 },
    say: silentSay,
    yieldPorts: true,
    stopAsked: () => false,
    onAccount: () => {
      throw new Error('An account was made, although there is one.')
    },
    accountFlags: [],
  })
  const { api_key: token } = JSON.parse(readFileSync(join(dataFolder, 'cli.json'), 'utf8')) as { api_key: string }
  const { account_id: account } = JSON.parse(readFileSync(join(dataFolder, 'worker.json'), 'utf8')) as { account_id: string }
  const { runs } = JSON.parse(readFileSync(join(from, 'made.json'), 'utf8')) as { runs: MadeRun[] }
  const api = createClient({ url: `${studio.apiUrl}/api/v1`, token })
  const connection = await Connection.connect({ address: studio.temporalAddress })
  return {
    runs: Object.fromEntries(runs.map((run) => [run.source, run])),
    sync: openSync(dataFolder),
    api,
    temporal: new TemporalClient({ connection, namespace: 'kitroom' }),
    account: accountPrefix(account),
    state: (text) => sqlOn(join(dataFolder, 'worker.db'), text),
    [Symbol.asyncDispose]: async () => {
      await connection.close()
      await api.close()
      await studio.stop()
      if (databaseUrl !== undefined) await administer(`drop database ${databaseUrl.slice(databaseUrl.lastIndexOf('/') + 1)} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
