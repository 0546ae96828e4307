import { hash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readOwnVersion } from '../../platform/version.ts'
import { BackupError } from './errors.ts'

export const MANIFEST_FILE = 'manifest.json'
/** Format 2: the worker's part may be rows. Versions that support only format 1 refuse such a backup. */
const FORMAT = 2
const FORMAT_WITHOUT_WORKER_ROWS = 1

export const backupParts = ['worker', 'api'] as const
/** `worker`: the worker's database and key. `api`: the API database and the command line's key. */
export type BackupPart = (typeof backupParts)[number]

const BackupFile = z.strictObject({
  path: z.string().regex(/^[\w-]+(?:\/[\w.-]+)?(?:\.[\w.]+)?$/),
  part: z.enum(backupParts),
  kind: z.enum(['table', 'database', 'key']),
  bytes: z.int().min(0),
  sha256: z.string(),
  table: z.string().optional(),
  rows: z.int().optional(),
})
export type BackupFile = z.output<typeof BackupFile>

const Manifest = z.strictObject({
  format: z.int(),
  kitroom: z.string(),
  made_at: z.string(),
  parts: z.array(z.enum(backupParts)),
  /** Migrations of the API database; empty without the API part. */
  schema: z.array(z.string()),
  /** Migrations of the worker's state, if its part is rows. */
  worker_schema: z.array(z.string()).optional(),
  accounts: z.array(z.strictObject({ account_id: z.string(), name: z.string() })),
  files: z.array(BackupFile),
})
export type Manifest = z.output<typeof Manifest>

const checksumOf = (manifest: unknown): string => hash('sha256', JSON.stringify(manifest), 'hex')

export async function writeManifest(folder: string, content: Omit<Manifest, 'format' | 'kitroom'>): Promise<Manifest> {
  const format = content.worker_schema === undefined ? FORMAT_WITHOUT_WORKER_ROWS : FORMAT
  const manifest: Manifest = { format, kitroom: readOwnVersion(), ...content }
  await writeFile(
    join(folder, MANIFEST_FILE),
    `${JSON.stringify({ ...manifest, check: checksumOf(manifest) }, null, 2)}\n`,
    {
      mode: 0o600,
      flush: true,
    },
  )
  return manifest
}

const parseVersion = (version: string): number[] => version.split(/[.-]/).slice(0, 3).map(Number)

function isNewer(version: string, other: string): boolean {
  const [mine, theirs] = [parseVersion(version), parseVersion(other)]
  const differingIndex = mine.findIndex((number, index) => number !== theirs[index])
  return differingIndex >= 0 && (mine[differingIndex] ?? 0) > (theirs[differingIndex] ?? 0)
}

async function readText(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, MANIFEST_FILE), 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
    throw new BackupError(
      `${folder} is no backup: it has no ${MANIFEST_FILE}. Name the folder that "kitroom backup" made.`,
      { cause: error },
    )
  }
}

/** @throws BackupError for a damaged manifest, or one that this version cannot restore */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readText(folder)
  const damagedMessage = `${join(folder, MANIFEST_FILE)} is damaged or was edited. Use another backup.`
  let content: Record<string, unknown>
  try {
    content = JSON.parse(text) as Record<string, unknown>
  } catch (error) {
    throw new BackupError(damagedMessage, { cause: error })
  }
  const { check, ...rest } = content
  if (check !== checksumOf(rest)) throw new BackupError(damagedMessage)
  const versions = z.object({ format: z.int(), kitroom: z.string() }).safeParse(rest).data
  if (!versions) throw new BackupError(damagedMessage)
  if (versions.format > FORMAT || isNewer(versions.kitroom, readOwnVersion()))
    throw new BackupError(
      `This backup was made by a newer Kitroom (${versions.kitroom}; this is ${readOwnVersion()}). Restore it with that version.`,
    )
  const manifest = Manifest.safeParse(rest).data
  if (!manifest) throw new BackupError(damagedMessage)
  return manifest
}
