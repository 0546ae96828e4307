import { existsSync, statSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { toIsoTime, type Clock } from '../../platform/clock.ts'
import { copyDatabase, listMigrationsOfFile } from '../../platform/sql/databaseFile.ts'
import { listAppliedMigrations } from '../../platform/sql/migrationTables.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { findEarlierOrigin, findOtherOrigin } from '../../platform/sql/origin.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { migrations } from '../db/migrations/index.ts'
import type { Schema } from '../db/schema.ts'
import { readFolderRecord } from '../folder/folderRecord.ts'
import { checkAccounts, checkDatabaseAddress } from '../folder/openDatabase.ts'
import { BOX_KEY_FILE } from '../../platform/boxKey.ts'
import { BackupError, isDiskFull } from './errors.ts'
import { digestFile, removeLeftovers, makePrivateAndSync, syncToDisk, toUnfinishedPath } from './files.ts'
import { MANIFEST_FILE, writeManifest, type BackupFile, type Manifest, type BackupPart } from './manifest.ts'
import { keyFiles, type DataLocations } from './locations.ts'
import type { Progress } from './progress.ts'
import { WORKER_FOLDER, writeWorkerState } from './workerState.ts'
import { deriveTables } from '../../platform/sql/rows/tables.ts'
import { writeTable } from '../../platform/sql/rows/writeTable.ts'

export interface BackupOptions {
  locations: DataLocations
  only: BackupPart | undefined
  out: string
  clock: Clock
  progress: Progress
  signal: AbortSignal
}

type ApiContent = Pick<Manifest, 'schema' | 'accounts' | 'files'>

const FOLDER_PREFIX = 'kitroom-'

/** Chooses the target folder: the given path, or a timestamped folder inside it if it exists or ends in a slash. */
function chooseFolder(out: string, at: string): string {
  const folder = resolve(out)
  const datedFolder = join(folder, `${FOLDER_PREFIX}${at.replaceAll(/[-:]|\.\d+/g, '')}`)
  if (!existsSync(folder)) return /[/\\]$/.test(out) ? datedFolder : folder
  if (!statSync(folder).isDirectory() || existsSync(join(folder, MANIFEST_FILE)))
    throw new BackupError(
      `${folder} is there already and is not overwritten. Name a folder that is not there, or one to make the backup in.`,
    )
  return datedFolder
}

function chooseParts({ locations, only }: BackupOptions): BackupPart[] {
  const isAvailable: Record<BackupPart, boolean> = {
    worker: locations.workerFile === undefined || existsSync(locations.workerFile),
    api: locations.apiFile === undefined || existsSync(locations.apiFile),
  }
  const requested: BackupPart[] = only === undefined ? ['worker', 'api'] : [only]
  const parts = requested.filter((part) => isAvailable[part])
  if (parts.length > 0) return parts
  const paths = requested.map((part) => (part === 'worker' ? locations.workerFile : locations.apiFile)).join(' or ')
  throw new BackupError(`There is no database at ${paths}. Say where the data is with KITROOM_DATA_DIR.`)
}

type WorkerContent = Pick<Manifest, 'worker_schema' | 'files'>

async function copyWorkerFile(file: string, workFolder: string): Promise<WorkerContent> {
  const copy = join(workFolder, 'worker.db')
  copyDatabase(file, copy)
  const origin = findEarlierOrigin(listMigrationsOfFile(copy))
  if (origin)
    throw new BackupError(`The worker's state was made ${origin.made}. Back it up with the version that made it.`)
  await makePrivateAndSync(copy)
  return { files: [{ path: 'worker.db', part: 'worker', kind: 'database', ...(await digestFile(copy)) }] }
}

async function copyWorkerRows({ locations, signal }: BackupOptions, workFolder: string): Promise<WorkerContent> {
  const folder = join(workFolder, WORKER_FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { schema, files } = await writeWorkerState(
    { url: locations.workerUrl, environment: locations.environment, signal },
    folder,
  )
  const toBackupFile = ({ file, ...rest }: (typeof files)[number]): BackupFile => ({
    path: `${WORKER_FOLDER}/${file}`,
    part: 'worker',
    kind: 'table',
    ...rest,
  })
  return { worker_schema: schema, files: files.map(toBackupFile) }
}

/** Copies the worker's state: a SQLite file whole, a state on PostgreSQL as rows. */
function copyWorker(options: BackupOptions, workFolder: string): Promise<WorkerContent> {
  options.progress.step("Copying the worker's database")
  const { workerFile } = options.locations
  return workerFile === undefined ? copyWorkerRows(options, workFolder) : copyWorkerFile(workerFile, workFolder)
}

async function copyKeys(
  { locations }: BackupOptions,
  workFolder: string,
  parts: readonly BackupPart[],
  isWanted: (name: string) => boolean,
): Promise<BackupFile[]> {
  const files: BackupFile[] = []
  for (const [name, usedBy] of Object.entries(keyFiles)) {
    const source = join(locations.dataDir, name)
    const part = usedBy.find((candidate) => parts.includes(candidate))
    if (part === undefined || !isWanted(name) || !existsSync(source)) continue
    const path = `keys/${name}`
    await mkdir(join(workFolder, 'keys'), { recursive: true, mode: 0o700 })
    await copyFile(source, join(workFolder, path))
    await makePrivateAndSync(join(workFolder, path))
    files.push({ path, part, kind: 'key', ...(await digestFile(join(workFolder, path))) })
  }
  return files
}

async function readMigrationNames(tx: Tx): Promise<string[]> {
  let steps: string[]
  try {
    steps = await listAppliedMigrations(tx)
  } catch (error) {
    throw new BackupError(
      'The API database holds no Kitroom data. Look at KITROOM_DATABASE_URL and KITROOM_DATA_DIR.',
      { cause: error },
    )
  }
  const origin = findOtherOrigin(steps, migrations)
  if (origin)
    throw new BackupError(`The API database was made ${origin.made}. Back it up with the version that made it.`)
  return steps
}

async function copyTables(tx: Tx, { progress, signal }: BackupOptions, workFolder: string): Promise<ApiContent> {
  const schema = await readMigrationNames(tx)
  const accounts = await tx.query(
    tx.builder<Schema>().selectFrom('account').select(['id as account_id', 'name']).orderBy('id'),
  )
  const files: BackupFile[] = []
  for (const table of deriveTables(migrations.filter(({ name }) => schema.includes(name)))) {
    progress.step(`Copying ${table.name}`)
    const path = `api/${table.name}.ndjson.gz`
    const result = await writeTable(tx, table, { file: join(workFolder, path), onRows: progress.rows, signal })
    files.push({ path, part: 'api', kind: 'table', table: table.name, ...result })
  }
  return { schema, accounts, files }
}

async function copyApi(options: BackupOptions, workFolder: string): Promise<ApiContent> {
  await mkdir(join(workFolder, 'api'), { recursive: true, mode: 0o700 })
  const { dataDir, apiUrl } = options.locations
  const db = await openDatabase(apiUrl)
  try {
    if (readFolderRecord(dataDir)) await checkAccounts({ dataDir, databaseUrl: apiUrl }, db)
    return await db.read((tx) => copyTables(tx, options, workFolder))
  } finally {
    await db.close()
  }
}

/** Checks the database against the folder's record. A machine with only the worker has no such record. */
async function checkApiDatabase({ locations: { dataDir, apiUrl }, only }: BackupOptions): Promise<void> {
  if (only !== 'worker' && readFolderRecord(dataDir)) await checkDatabaseAddress({ dataDir, databaseUrl: apiUrl })
}

/**
 * Copies the worker's database first, so that the API copy contains everything it refers to. The encryption key comes
 * last: it is created before any secret, so it is never missing.
 */
async function writeParts(options: BackupOptions, workFolder: string, at: string): Promise<Manifest> {
  await checkApiDatabase(options)
  const parts = chooseParts(options)
  const worker = parts.includes('worker') ? await copyWorker(options, workFolder) : { files: [] }
  const keys = await copyKeys(options, workFolder, parts, (name) => name !== BOX_KEY_FILE)
  options.signal.throwIfAborted()
  const api = parts.includes('api') ? await copyApi(options, workFolder) : { schema: [], accounts: [], files: [] }
  const encryptionKeys = await copyKeys(options, workFolder, parts, (name) => name === BOX_KEY_FILE)
  return writeManifest(workFolder, {
    made_at: at,
    parts,
    ...worker,
    ...api,
    files: [...worker.files, ...api.files, ...keys, ...encryptionKeys],
  })
}

async function moveIntoPlace(workFolder: string, folder: string): Promise<void> {
  for (const name of ['keys', 'api', WORKER_FOLDER, ''])
    if (existsSync(join(workFolder, name))) await syncToDisk(join(workFolder, name))
  if (existsSync(folder))
    throw new BackupError(`${folder} has come up meanwhile and is not overwritten. Name another folder.`)
  await rename(workFolder, folder)
  await syncToDisk(dirname(folder))
}

/** Writes a backup while server and worker run. The folder appears complete or not at all. @throws BackupError */
export async function writeBackup(options: BackupOptions): Promise<{ folder: string; manifest: Manifest }> {
  const at = toIsoTime(options.clock.nowMs())
  const folder = chooseFolder(options.out, at)
  const workFolder = toUnfinishedPath(folder)
  try {
    await mkdir(dirname(folder), { recursive: true })
    await removeLeftovers(folder, basename(folder).startsWith(FOLDER_PREFIX) ? FOLDER_PREFIX : undefined)
    await mkdir(workFolder, { mode: 0o700 })
    const manifest = await writeParts(options, workFolder, at)
    await moveIntoPlace(workFolder, folder)
    return { folder, manifest }
  } catch (error) {
    await rm(workFolder, { recursive: true, force: true })
    if (isDiskFull(error))
      throw new BackupError(
        `The disk of ${dirname(folder)} is full or fails. Nothing was kept; make room and try again.`,
        { cause: error },
      )
    throw error
  } finally {
    options.progress.end()
  }
}
