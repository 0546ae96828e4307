// Makes an installation for upgrade.studio.test.ts. Run it in a checkout of the earlier version and commit the folder
// that it writes: node bin/run.mjs test/upgrade/make.ts sqlite|postgres <folder>. The README says which version made
// which folder.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { Client, Connection } from '@temporalio/client'
import { createClient } from '../../client/client.ts'
import { createMaintenance } from '../../contract/api/maintenance.ts'
import { createGear, listGear } from '../../contract/api/gear.ts'
import { runReminders } from '../../contract/control/reminders.ts'
import { syncWorkflowId, accountPrefix } from '../../contract/temporal.ts'
import { findFreePort } from '../../local/ports.ts'
import { silentPrinter } from '../../local/progressPrinter.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { startFile } from '../support/run.ts'
import { startPostgres, type PostgresServer } from '../support/postgresServer.ts'
import { runSql } from '../support/database.ts'
import { openSync, type Sync } from '../worker/support/sync.ts'
import { csv, cameras, type Row } from '../worker/support/sheets.ts'
import { pause, until } from '../support/wait.ts'

const [database, out] = process.argv.slice(2)
if (!out || (database !== 'sqlite' && database !== 'postgres'))
  throw new Error('usage: make.ts sqlite|postgres <folder>')

/** The planning time of the waiting plan is in the far future, so that the plan does not expire. */
const PLANNED_AT = '2076-11-22T00:00:00.000Z'

const config = (smtpPort: number): string => `sources:
  - { id: done, file: done.csv }
  - { id: waiting, file: waiting.csv }
  - { id: applying, file: applying.csv }
  - { id: planning, file: planning.csv }
  - { id: scheduled, file: scheduled.csv, schedule: '0 6 * * *', approve: auto }
reminders:
  channels:
    - { id: mail, type: email, from: kit@studio.example, to: [gear@studio.example], smtp: { host: 127.0.0.1, port: ${smtpPort}, security: none } }
warranty: { window_days: 3660, steps: [30] }
`

/** The sheet of a source, with cameras whose tags are unique across sources. */
const sheet = (source: string, count: number, extra: (index: number) => Row = () => ({})): string =>
  csv(cameras(count).map((row, index) => ({ ...row, 'Asset Tag': `${source}-${row['Asset Tag']}`, ...extra(index) })))

/** The warranty of K-0001 ends in 2035, that of K-0002 has ended, the others have none. */
const warranties = ['2035-11-01', '2026-11-10']

interface RunFile {
  supervisor: { pid: number }
  processes: Record<string, { pid: number; url: string }>
}

const folder = mkdtempSync(join(tmpdir(), 'kitroom-upgrade-'))
const data = join(folder, 'data')
mkdirSync(join(folder, 'bin'))
// The PATH has nothing else, such as setpriv, that would end a process with its parent.
symlinkSync(await findTemporal(process.env, silentPrinter), join(folder, 'bin', 'temporal'))
const postgres: PostgresServer | undefined = database === 'postgres' ? await startPostgres() : undefined

const env = async (): Promise<Record<string, string | undefined>> => ({
  HOME: process.env['HOME'],
  PATH: join(folder, 'bin'),
  KITROOM_DATA_DIR: data,
  KITROOM_CONFIG: join(folder, 'kitroom.yaml'),
  KITROOM_PORT: String(await findFreePort()),
  KITROOM_WORKER_PORT: String(await findFreePort()),
  KITROOM_INGRESS_PORT: String(await findFreePort()),
  ...(postgres && { KITROOM_DATABASE_URL: postgres.url }),
})

const readRunFile = (): RunFile => JSON.parse(readFileSync(join(data, 'run.json'), 'utf8')) as RunFile

async function start(): Promise<{ sync: Sync; processes: RunFile['processes'] }> {
  const supervisor = startFile('local/start.ts', ['--currency', 'EUR', '--timezone', 'Europe/Berlin'], await env())
  await supervisor.waitForOutput(/Kitroom is running/)
  const { processes } = readRunFile()
  // Without the supervisor nothing restarts killed processes.
  supervisor.child.kill('SIGKILL')
  await supervisor.ended
  return { sync: openSync(data), processes }
}

const kill = async (pid: number | undefined): Promise<void> => {
  process.kill(pid ?? 0, 'SIGKILL')
  await pause(200, 'the operating system ends the process')
}

async function temporalOf(processes: RunFile['processes']): Promise<{ client: Client; connection: Connection }> {
  const connection = await Connection.connect({ address: processes['Temporal']?.url ?? '' })
  return { client: new Client({ connection, namespace: 'kitroom' }), connection }
}

/** Deletes the plan's workflow from Temporal. The next start creates it again with a timer of fifty years. */
async function postponeExpiry(runId: string, processes: RunFile['processes']): Promise<void> {
  const { connection } = await temporalOf(processes)
  const { account_id: account } = JSON.parse(readFileSync(join(data, 'worker.json'), 'utf8')) as { account_id: string }
  await kill(processes['worker']?.pid)
  const workflowExecution = { workflowId: syncWorkflowId(accountPrefix(account), 'waiting') }
  await connection.workflowService.deleteWorkflowExecution({ namespace: 'kitroom', workflowExecution })
  await runSql(join(data, 'worker.db'), 'update run set planned_at = ? where run_id = ?', PLANNED_AT, runId)
  await pause(2000, 'Temporal deletes the execution in the background')
  await connection.close()
}

/** Adds a lens, and overdue maintenance of a synced camera. */
async function addRecords(processes: RunFile['processes']): Promise<void> {
  const { api_key: token } = JSON.parse(readFileSync(join(data, 'cli.json'), 'utf8')) as { api_key: string }
  const client = createClient({ url: `${processes['server']?.url}/api/v1`, token })
  const [item] = (await client.call(listGear, { query: { asset_tag: 'done-K-0003' } })).body.data
  const body = {
    item_type: 'camera' as const,
    item_id: item?.id ?? '',
    service_type: 'Sensor cleaning',
    service_date: '2026-11-01',
  }
  await client.call(createMaintenance, { body })
  await client.call(createGear, { body: { gear_type: 'lens', brand: 'Sigma', model: '35mm F1.4', mount: 'Sony E' } })
  await client.close()
}

const reminders = (): Promise<{ kind: string; state: string }[]> =>
  runSql(join(data, 'worker.db'), 'select kind, state from reminder')

/**
 * The moment of the next step of the warranties, of the only row. It is set while the workflow sleeps until a future
 * step.
 */
const nextSteps = (): Promise<{ next_at: string | null }[]> =>
  runSql(join(data, 'worker.db'), 'select next_at from coverage_watch')

const states = async (): Promise<unknown> => ({
  runs: await runSql(join(data, 'worker.db'), 'select run_id, source, status, done, total from run order by run_id'),
  reminders: await reminders(),
})

const ROOT = join(import.meta.dirname, '../..')

/** Compresses a file. The path of the checkout, which is in stack traces, becomes a text of the same length. */
function readGzipped(file: string): Buffer {
  const text = readFileSync(file, 'latin1').replaceAll(ROOT, '/kitroom'.padEnd(ROOT.length, '_').slice(0, ROOT.length))
  return gzipSync(Buffer.from(text, 'latin1'), { level: 9 })
}

/** Checkpoints SQLite's write-ahead log into the file and drops free pages. */
function compact(file: string): void {
  // Temporal's schema has string literals in double quotes.
  const db = new DatabaseSync(file, { enableDoubleQuotedStringLiterals: true })
  db.exec('pragma wal_checkpoint(truncate)')
  db.exec('vacuum')
  db.close()
}

async function save(): Promise<void> {
  rmSync(out ?? '', { recursive: true, force: true })
  mkdirSync(out ?? '', { recursive: true })
  for (const name of ['worker.db', 'temporal.db', ...(postgres ? [] : ['kitroom.db'])]) {
    compact(join(data, name))
    writeFileSync(join(out ?? '', `${name}.gz`), readGzipped(join(data, name)))
  }
  for (const name of ['host-id', 'worker.json', 'cli.json', 'encryption.key'])
    writeFileSync(join(out ?? '', name), readFileSync(join(data, name)))
  for (const name of ['kitroom.yaml', 'done.csv', 'waiting.csv', 'applying.csv', 'planning.csv', 'scheduled.csv'])
    writeFileSync(join(out ?? '', name), readFileSync(join(folder, name)))
  if (postgres) {
    const { stdout } = await promisify(execFile)(
      'pg_dump',
      ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges', postgres.url],
      {
        maxBuffer: 1 << 28,
      },
    )
    // Drops meta-commands, which only psql runs.
    const plainSql = stdout.replaceAll(/^\\.*\n/gm, '')
    writeFileSync(join(out ?? '', 'kitroom.sql.gz'), gzipSync(plainSql, { level: 9 }))
  }
  const summary = { madeAt: new Date().toISOString(), ...((await states()) as object) }
  writeFileSync(join(out ?? '', 'made.json'), `${JSON.stringify(summary, null, 2)}\n`)
}

async function run(): Promise<void> {
  writeFileSync(join(folder, 'kitroom.yaml'), config(await findFreePort()))
  writeFileSync(
    join(folder, 'done.csv'),
    sheet('done', 20, (index) => ({ 'Warranty Expires': warranties[index] ?? '' })),
  )
  writeFileSync(join(folder, 'scheduled.csv'), sheet('scheduled', 5))
  writeFileSync(join(folder, 'waiting.csv'), sheet('waiting', 20))
  writeFileSync(join(folder, 'applying.csv'), sheet('applying', 600))
  writeFileSync(join(folder, 'planning.csv'), sheet('planning', 1500))
  const firstStart = await start()
  const doneRun = await firstStart.sync.syncAll('done')
  if (doneRun.status !== 'completed') throw new Error(`done is ${doneRun.status}`)
  await addRecords(firstStart.processes)
  await until('the coverage workflow sleeps', async () => ((await nextSteps())[0]?.next_at ?? '') > '2035')
  await firstStart.sync.client.call(runReminders)
  const kinds = async (): Promise<string> =>
    (await reminders())
      .map(({ kind, state }) => `${kind} ${state}`)
      .toSorted()
      .join()
  await until('reminders are pending', async () => (await kinds()) === 'maintenance pending,warranty pending')
  const { run_id: waitingId } = await firstStart.sync.start({ source: 'waiting' })
  await firstStart.sync.follow(waitingId)
  await postponeExpiry(waitingId, firstStart.processes)
  await kill(firstStart.processes['server']?.pid)
  await kill(firstStart.processes['Temporal']?.pid)

  const { sync, processes } = await start()
  const temporal = await temporalOf(processes)
  const { run_id: applyingId } = await sync.start({ source: 'applying' })
  await sync.follow(applyingId)
  void sync.approve(applyingId).catch(() => undefined)
  const planning = sync.start({ source: 'planning' })
  await until('rows are being applied', async () => (await sync.get(applyingId)).progress.done > 20)
  const { run_id: plannedId } = await planning
  await kill(processes['server']?.pid)
  await pause(1500, 'the worker meets an API that is away')
  const statuses = await Promise.all([plannedId, applyingId, waitingId].map(async (id) => (await sync.get(id)).status))
  if (statuses.join() !== 'planning,applying,waiting') throw new Error(`the runs are ${statuses.join()}`)
  await temporal.connection.close()
  await kill(processes['worker']?.pid)
  await kill(processes['Temporal']?.pid)
  await save()
  console.log(await states())
}

try {
  await run()
} finally {
  await postgres?.remove()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
