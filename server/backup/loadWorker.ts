import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { toFileUrl } from '../../platform/sql/databaseFile.ts'
import { BackupError } from './errors.ts'
import { makePrivateAndSync, toUnfinishedPath } from './files.ts'
import type { DataLocations } from './locations.ts'
import type { Manifest } from './manifest.ts'
import { loadWorkerDatabase, loadWorkerState, WORKER_FOLDER } from './workerState.ts'

interface LoadOptions {
  from: string
  locations: DataLocations
  manifest: Manifest
  signal: AbortSignal
}

/** True if the worker's part must be loaded. A SQLite file in both the backup and the data folder is copied instead. */
export const isWorkerLoaded = ({ workerFile }: DataLocations, manifest: Manifest): boolean =>
  workerFile === undefined || manifest.worker_schema !== undefined

async function loadRows(
  { from, locations, manifest, signal }: LoadOptions,
  url: string,
  schema: readonly string[],
): Promise<void> {
  const rows = await loadWorkerState(
    { url, environment: locations.environment, signal },
    join(from, WORKER_FOLDER),
    schema,
  )
  for (const { part, table, rows: expected, path } of manifest.files)
    if (part === 'worker' && table !== undefined && rows[table] !== expected)
      throw new BackupError(`${path} has ${rows[table] ?? 0} rows instead of ${expected}. Use another backup.`)
}

/** Loads a copy, because opening the backup's file would change it. */
async function loadFile({ from, locations, signal }: LoadOptions, url: string): Promise<void> {
  const copy = toUnfinishedPath(join(locations.dataDir, 'worker.db'))
  try {
    await copyFile(join(from, 'worker.db'), copy)
    await makePrivateAndSync(copy)
    await loadWorkerDatabase({ url, environment: locations.environment, signal }, copy)
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(copy + suffix, { force: true })
  }
}

/** Loads the worker's part into an empty database: PostgreSQL, or a file beside the present one. @throws BackupError */
export async function loadWorker(options: LoadOptions): Promise<void> {
  const { workerFile, workerUrl } = options.locations
  const ready = workerFile === undefined ? undefined : toUnfinishedPath(workerFile)
  const url = ready === undefined ? workerUrl : toFileUrl(ready)
  const { worker_schema: schema } = options.manifest
  await (schema === undefined ? loadFile(options, url) : loadRows(options, url, schema))
  if (ready !== undefined) await makePrivateAndSync(ready)
}
