import { existsSync, statSync } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isoTime } from '../../platform/clock.ts'
import { refuseInterruptedRestore } from '../../platform/interruptedRestore.ts'
import { fileUrl, isOpenElsewhere } from '../../platform/sql/databaseFile.ts'
import { addressOf } from '../../platform/sql/databaseAddress.ts'
import { migrations } from '../db/migrations/index.ts'
import { checkFiles } from './checkFiles.ts'
import { MEMORY_FILE, writeMemory } from '../folder/memory.ts'
import { BackupError, isDiskFull } from './errors.ts'
import { digestFile, removeLeftovers, makePrivateAndSync, unfinishedPath } from './files.ts'
import { loadApi, type Findings, type LoadOptions } from './loadApi.ts'
import { readManifest, type BackupFile, type Manifest, type Part } from './manifest.ts'
import { keyFiles, type DataLocations } from './locations.ts'
import { swapFiles, type Move } from './swap.ts'

export interface RestoreOptions extends Omit<LoadOptions, 'url' | 'folder' | 'manifest'> {
  from: string
  places: DataLocations
  /** Absent: everything that the backup holds. */
  only: Part | undefined
  /** Set aside what is there. */
  replace: boolean
  /** Asked before anything is replaced; `false` leaves all as it is. */
  confirm: (manifest: Manifest, replaced: readonly string[]) => Promise<boolean>
}

export interface Restored {
  manifest: Manifest
  parts: Part[]
  /** Absent without the API part. */
  findings: Findings | undefined
  /** Where the old files are now. */
  aside: string[]
}

/** A file that the restore will put in a place, and where in the backup it comes from; the API's database is loaded, not copied. */
interface Piece {
  source: string | undefined
  place: string
}

function chooseParts({ only }: RestoreOptions, manifest: Manifest): Part[] {
  if (only !== undefined && !manifest.parts.includes(only))
    throw new BackupError(`This backup has no part ${only}: it holds ${manifest.parts.join(', ')}.`)
  const unknown = manifest.schema.filter((step) => !migrations.some(({ name }) => name === step))
  if (unknown.length > 0)
    throw new BackupError(`This backup was made by a newer Kitroom (it has ${unknown.join(', ')}). Restore it with that version.`)
  return only === undefined ? manifest.parts : [only]
}

async function isThere({ bytes, sha256 }: BackupFile, place: string): Promise<boolean> {
  if (!existsSync(place)) return false
  const present = await digestFile(place)
  return present.bytes === bytes && present.sha256 === sha256
}

/** A key that is in its place already needs nothing. */
async function listPieces({ places, from }: RestoreOptions, manifest: Manifest, parts: readonly Part[]): Promise<Piece[]> {
  const pieces: Piece[] = []
  for (const file of manifest.files) {
    const { path, part, kind } = file
    if (!parts.includes(part) || kind === 'table') continue
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (kind === 'database') pieces.push({ source: join(from, path), place: places.workerFile })
    else if (!(name in keyFiles))
      throw new BackupError(
        `The backup holds ${path}, which this Kitroom does not know. Restore it with the version that made it (${manifest.kitroom}).`,
      )
    else if (!(await isThere(file, join(places.dataDir, name)))) pieces.push({ source: join(from, path), place: join(places.dataDir, name) })
  }
  if (parts.includes('api') && places.apiFile !== undefined) pieces.push({ source: undefined, place: places.apiFile })
  return pieces
}

const isUsed = (file: string): boolean => existsSync(file) && statSync(file).size > 0 && isOpenElsewhere(file)

/** A server or worker that runs keeps its database open, whichever way it was started. */
function refuseUsed(places: DataLocations, parts: readonly Part[]): void {
  if (parts.includes('api') && places.apiFile !== undefined && isUsed(places.apiFile))
    throw new BackupError(
      `${places.apiFile} is in use: a server runs on it. Stop it (Ctrl-C where npm start runs), then restore. Nothing was changed.`,
    )
  if (parts.includes('worker') && isUsed(places.workerFile))
    throw new BackupError(
      `${places.workerFile} is in use: a worker runs on it. Stop it (Ctrl-C where npm start runs), then restore. Nothing was changed.`,
    )
}

/** Makes ready what the data folder remembers from now on: the database that was restored into. */
async function rememberRestored({ dataDir, apiUrl }: DataLocations, { accounts }: Findings): Promise<void> {
  const ready = unfinishedPath(join(dataDir, MEMORY_FILE))
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await removeLeftovers(join(dataDir, MEMORY_FILE))
  const known = accounts.map(({ account_id, epoch }) => ({ account_id, epoch })).toSorted((a, b) => (a.account_id < b.account_id ? -1 : 1))
  writeMemory(dataDir, { address: await addressOf(apiUrl, dataDir), accounts: known }, ready)
  await makePrivateAndSync(ready)
}

async function makeReady(
  options: RestoreOptions,
  manifest: Manifest,
  pieces: readonly Piece[],
  parts: readonly Part[],
): Promise<Findings | undefined> {
  const { from, places } = options
  for (const { source, place } of pieces) {
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    await removeLeftovers(place)
    if (source === undefined) continue
    options.progress.step(`Restoring ${source}`)
    await copyFile(source, unfinishedPath(place))
    await makePrivateAndSync(unfinishedPath(place))
  }
  if (!parts.includes('api')) return undefined
  const url = places.apiFile === undefined ? places.apiUrl : fileUrl(unfinishedPath(places.apiFile))
  const findings = await loadApi({ ...options, url, folder: from, manifest })
  await rememberRestored(places, findings)
  if (places.apiFile === undefined) return findings
  const ready = unfinishedPath(places.apiFile)
  if (existsSync(`${ready}-wal`)) throw new BackupError(`${ready} could not be closed. Look whether the disk is full. Nothing was changed.`)
  await makePrivateAndSync(ready)
  return findings
}

async function putInPlace(options: RestoreOptions, pieces: readonly Piece[], parts: readonly Part[]): Promise<string[]> {
  const { places, clock } = options
  const stamp = isoTime(clock.nowMs()).replaceAll(/[-:]|\.\d+/g, '')
  const move = (place: string): Move => ({ ready: unfinishedPath(place), place, aside: `${place}.before-${stamp}` })
  const moves = pieces.map(({ place }) => move(place))
  const replaced = moves.filter(({ place }) => existsSync(place))
  // Last: until everything is in its place the folder belongs to the database of before.
  if (parts.includes('api')) moves.push(move(join(places.dataDir, MEMORY_FILE)))
  await mkdir(places.dataDir, { recursive: true, mode: 0o700 })
  await swapFiles(places.dataDir, moves, () => refuseUsed(places, parts))
  return replaced.map(({ aside }) => aside)
}

/** Removes what was made ready. Once files have begun to change places it is kept: it is what the rest is finished with. */
async function giveUp({ dataDir }: DataLocations, pieces: readonly Piece[], cause: unknown): Promise<void> {
  refuseInterruptedRestore(dataDir)
  await rm(unfinishedPath(join(dataDir, MEMORY_FILE)), { force: true })
  for (const { place } of pieces) for (const ending of ['', '-wal', '-shm', '-journal']) await rm(unfinishedPath(place) + ending, { force: true })
  if (isDiskFull(cause)) throw new BackupError(`The disk of ${dataDir} is full or fails. Nothing was changed; make room and try again.`, { cause })
}

/**
 * Puts a backup back. Everything is checked and made ready beside what is there; only then do files change places, so that a
 * restore that fails or is killed leaves the old data, or a note by which it is finished. @throws BackupError
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored | undefined> {
  const { from, places, replace, progress, signal } = options
  refuseInterruptedRestore(places.dataDir)
  const manifest = await readManifest(from)
  const parts = chooseParts(options, manifest)
  progress.step('Checking the backup')
  await checkFiles(from, manifest, parts, signal)
  const pieces = await listPieces(options, manifest, parts)
  refuseUsed(places, parts)
  const replaced = pieces.map(({ place }) => place).filter((place) => existsSync(place))
  if (replaced.length > 0 && !replace)
    throw new BackupError(
      `There is data already: ${replaced.join(', ')}. Restore into an empty data folder, or add --replace, which sets these aside.`,
    )
  progress.end()
  if (replaced.length > 0 && !(await options.confirm(manifest, replaced))) return undefined
  try {
    const findings = await makeReady(options, manifest, pieces, parts)
    signal.throwIfAborted()
    return { manifest, parts, findings, aside: await putInPlace(options, pieces, parts) }
  } catch (error) {
    await giveUp(places, pieces, error)
    throw error
  } finally {
    progress.end()
  }
}
