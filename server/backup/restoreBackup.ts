import { existsSync, statSync } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { toIsoTime } from '../../platform/clock.ts'
import { refuseInterruptedRestore } from '../../platform/interruptedRestore.ts'
import { toFileUrl, isOpenElsewhere, listMigrationsOfFile } from '../../platform/sql/databaseFile.ts'
import { parseDatabaseAddress } from '../../platform/sql/databaseAddress.ts'
import { findEarlierOrigin, findOtherOrigin, type OtherOrigin } from '../../platform/sql/origin.ts'
import { migrations } from '../db/migrations/index.ts'
import { FOLDER_RECORD_FILE, writeFolderRecord } from '../folder/folderRecord.ts'
import { BackupError, isDiskFull } from './errors.ts'
import { digestFile, removeLeftovers, makePrivateAndSync, toUnfinishedPath } from './files.ts'
import { loadApi, type LoadedContents, type LoadOptions } from './loadApi.ts'
import { isWorkerLoaded, loadWorker } from './loadWorker.ts'
import { readManifest, type BackupFile, type Manifest, type BackupPart } from './manifest.ts'
import { keyFiles, type DataLocations } from './locations.ts'
import { swapFiles, type FileSwap } from './swapFiles.ts'

/**
 * Compares every file of the parts with the manifest.
 * @throws BackupError naming the first one that cannot be restored
 */
async function checkFiles(
  folder: string,
  manifest: Manifest,
  parts: readonly BackupPart[],
  signal: AbortSignal,
): Promise<void> {
  for (const file of manifest.files) {
    if (!parts.includes(file.part)) continue
    const path = join(folder, file.path)
    if (!existsSync(path)) throw new BackupError(`The backup is not whole: ${path} is missing. Use another backup.`)
    const { bytes, sha256 } = await digestFile(path, signal)
    if (bytes < file.bytes) throw new BackupError(`The backup is not whole: ${path} was cut off. Use another backup.`)
    if (bytes !== file.bytes || sha256 !== file.sha256)
      throw new BackupError(`The backup is damaged: ${path} is not what it was when it was made. Use another backup.`)
    if (file.kind === 'database') refuseOtherOrigin(findEarlierOrigin(listMigrationsOfFile(path)))
  }
}

export interface RestoreOptions extends Omit<LoadOptions, 'url' | 'folder' | 'manifest'> {
  from: string
  locations: DataLocations
  only: BackupPart | undefined
  replace: boolean
  /** Called before anything is replaced; `false` cancels. */
  confirm: (manifest: Manifest, replaced: readonly string[]) => Promise<boolean>
}

export interface Restored {
  manifest: Manifest
  parts: BackupPart[]
  findings: LoadedContents | undefined
  aside: string[]
}

/** A file to restore and its source in the backup. A database that is loaded, not copied, has no source. */
interface RestoreFile {
  source: string | undefined
  place: string
}

/** @throws BackupError for a backup that another version must restore */
function refuseOtherOrigin(origin: OtherOrigin | undefined): void {
  if (origin) throw new BackupError(`This backup was made ${origin.made}. Restore it with the version that made it.`)
}

function chooseParts({ only }: RestoreOptions, manifest: Manifest): BackupPart[] {
  if (only !== undefined && !manifest.parts.includes(only))
    throw new BackupError(`This backup has no part ${only}: it holds ${manifest.parts.join(', ')}.`)
  refuseOtherOrigin(findOtherOrigin(manifest.schema, migrations))
  refuseOtherOrigin(findEarlierOrigin(manifest.worker_schema ?? []))
  return only === undefined ? manifest.parts : [only]
}

async function isUnchanged({ bytes, sha256 }: BackupFile, place: string): Promise<boolean> {
  if (!existsSync(place)) return false
  const existing = await digestFile(place)
  return existing.bytes === bytes && existing.sha256 === sha256
}

/** Lists the files to restore. Unchanged key files are left out. */
async function listRestoreFiles(
  { locations, from }: RestoreOptions,
  manifest: Manifest,
  parts: readonly BackupPart[],
): Promise<RestoreFile[]> {
  const restoreFiles: RestoreFile[] = []
  // True if the restore needs the file. Both parts share the encryption key: with one part, an existing key may belong
  // to the other.
  const isWanted = ({ part }: BackupFile, name: string): boolean =>
    parts.includes(part) ||
    (keyFiles[name]?.some((user) => parts.includes(user)) === true && !existsSync(join(locations.dataDir, name)))
  for (const file of manifest.files) {
    const { path, kind } = file
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (kind === 'table' || !isWanted(file, name)) continue
    if (kind === 'database') {
      if (locations.workerFile !== undefined)
        restoreFiles.push({ source: join(from, path), place: locations.workerFile })
    } else if (!(name in keyFiles))
      throw new BackupError(
        `The backup holds ${path}, which this Kitroom does not know. Restore it with the version that made it (${manifest.kitroom}).`,
      )
    else if (!(await isUnchanged(file, join(locations.dataDir, name))))
      restoreFiles.push({ source: join(from, path), place: join(locations.dataDir, name) })
  }
  if (parts.includes('worker') && locations.workerFile !== undefined && isWorkerLoaded(locations, manifest))
    restoreFiles.push({ source: undefined, place: locations.workerFile })
  if (parts.includes('api') && locations.apiFile !== undefined)
    restoreFiles.push({ source: undefined, place: locations.apiFile })
  return restoreFiles
}

const isInUse = (file: string): boolean => existsSync(file) && statSync(file).size > 0 && isOpenElsewhere(file)

/** Refuses to restore while a server or worker runs. It detects one by its open database, however it was started. */
function checkNotInUse(locations: DataLocations, parts: readonly BackupPart[]): void {
  if (parts.includes('api') && locations.apiFile !== undefined && isInUse(locations.apiFile))
    throw new BackupError(
      `${locations.apiFile} is in use: a server runs on it. Stop it (Ctrl-C where npm start runs), then restore. Nothing was changed.`,
    )
  if (parts.includes('worker') && locations.workerFile !== undefined && isInUse(locations.workerFile))
    throw new BackupError(
      `${locations.workerFile} is in use: a worker runs on it. Stop it (Ctrl-C where npm start runs), then restore. Nothing was changed.`,
    )
}

async function prepareFolderRecord({ dataDir, apiUrl }: DataLocations, { accounts }: LoadedContents): Promise<void> {
  const ready = toUnfinishedPath(join(dataDir, FOLDER_RECORD_FILE))
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await removeLeftovers(join(dataDir, FOLDER_RECORD_FILE))
  const epochs = accounts
    .map(({ account_id, epoch }) => ({ account_id, epoch }))
    .toSorted((a, b) => (a.account_id < b.account_id ? -1 : 1))
  writeFolderRecord(dataDir, { address: await parseDatabaseAddress(apiUrl, dataDir), accounts: epochs }, ready)
  await makePrivateAndSync(ready)
}

async function prepareFiles(
  options: RestoreOptions,
  manifest: Manifest,
  restoreFiles: readonly RestoreFile[],
  parts: readonly BackupPart[],
): Promise<LoadedContents | undefined> {
  const { from, locations } = options
  for (const { source, place } of restoreFiles) {
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    await removeLeftovers(place)
    if (source === undefined) continue
    options.progress.step(`Restoring ${source}`)
    await copyFile(source, toUnfinishedPath(place))
    await makePrivateAndSync(toUnfinishedPath(place))
  }
  if (parts.includes('worker') && isWorkerLoaded(locations, manifest)) {
    options.progress.step("Restoring the worker's state")
    await loadWorker({ from, locations, manifest, signal: options.signal })
  }
  if (!parts.includes('api')) return undefined
  const url = locations.apiFile === undefined ? locations.apiUrl : toFileUrl(toUnfinishedPath(locations.apiFile))
  const findings = await loadApi({ ...options, url, folder: from, manifest })
  await prepareFolderRecord(locations, findings)
  if (locations.apiFile === undefined) return findings
  const ready = toUnfinishedPath(locations.apiFile)
  if (existsSync(`${ready}-wal`))
    throw new BackupError(`${ready} could not be closed. Look whether the disk is full. Nothing was changed.`)
  await makePrivateAndSync(ready)
  return findings
}

async function swapIntoPlace(
  options: RestoreOptions,
  restoreFiles: readonly RestoreFile[],
  parts: readonly BackupPart[],
): Promise<string[]> {
  const { locations, clock } = options
  const timestamp = toIsoTime(clock.nowMs()).replaceAll(/[-:]|\.\d+/g, '')
  const planMove = (place: string): FileSwap => ({
    ready: toUnfinishedPath(place),
    place,
    aside: `${place}.before-${timestamp}`,
  })
  const moves = restoreFiles.map(({ place }) => planMove(place))
  const replaced = moves.filter(({ place }) => existsSync(place))
  // This move is the last one, so that the folder belongs to the old database until every file is in place.
  if (parts.includes('api')) moves.push(planMove(join(locations.dataDir, FOLDER_RECORD_FILE)))
  await mkdir(locations.dataDir, { recursive: true, mode: 0o700 })
  await swapFiles(locations.dataDir, moves, () => checkNotInUse(locations, parts))
  return replaced.map(({ aside }) => aside)
}

/** Removes the prepared files. Once the swap has begun, they stay, because they are needed to finish it. */
async function removeTemporaryFiles(
  { dataDir }: DataLocations,
  restoreFiles: readonly RestoreFile[],
  cause: unknown,
): Promise<void> {
  refuseInterruptedRestore(dataDir)
  await rm(toUnfinishedPath(join(dataDir, FOLDER_RECORD_FILE)), { force: true })
  for (const { place } of restoreFiles)
    for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(toUnfinishedPath(place) + suffix, { force: true })
  if (isDiskFull(cause))
    throw new BackupError(`The disk of ${dataDir} is full or fails. Nothing was changed; make room and try again.`, {
      cause,
    })
}

/**
 * Restores a backup. All files are checked and prepared beside the existing data. Then they are swapped with a journal,
 * so that a killed restore can be finished.
 * @throws BackupError
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored | undefined> {
  const { from, locations, replace, progress, signal } = options
  refuseInterruptedRestore(locations.dataDir)
  const manifest = await readManifest(from)
  const parts = chooseParts(options, manifest)
  progress.step('Checking the backup')
  await checkFiles(from, manifest, parts, signal)
  const restoreFiles = await listRestoreFiles(options, manifest, parts)
  checkNotInUse(locations, parts)
  const replaced = restoreFiles.map(({ place }) => place).filter((place) => existsSync(place))
  if (replaced.length > 0 && !replace)
    throw new BackupError(
      `There is data already: ${replaced.join(', ')}. Restore into an empty data folder, or add --replace, which sets these aside.`,
    )
  progress.end()
  if (replaced.length > 0 && !(await options.confirm(manifest, replaced))) return undefined
  try {
    const findings = await prepareFiles(options, manifest, restoreFiles, parts)
    signal.throwIfAborted()
    return { manifest, parts, findings, aside: await swapIntoPlace(options, restoreFiles, parts) }
  } catch (error) {
    await removeTemporaryFiles(locations, restoreFiles, error)
    throw error
  } finally {
    progress.end()
  }
}
