import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOwnVersion } from '../../platform/version.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Folders that the worker may import, by the table of ARCHITECTURE.md. */
export const workerFolders = [
  'activities',
  'calendars',
  'client',
  'config',
  'contract',
  'messages',
  'platform',
  'sheets',
  'state',
  'worker',
  'workflows',
] as const

const readSdkVersion = (): string =>
  (createRequire(import.meta.url)('@temporalio/worker/package.json') as { version: string }).version

/**
 * Reads the build id of this worker in Temporal: the version, and a hash of all sources of the worker and of the SDK's
 * version. It is equal on all hosts.
 */
export async function readBuildId(): Promise<string> {
  const hash = createHash('sha256').update(readSdkVersion())
  for (const folder of workerFolders) {
    const files = (await readdir(join(root, folder), { recursive: true })).filter((name) => name.endsWith('.ts')).sort()
    const contents = await Promise.all(files.map((name) => readFile(join(root, folder, name))))
    for (const [index, content] of contents.entries())
      hash.update(`${folder}/${files[index]}\n${content.length}\n`).update(content)
  }
  return `${readOwnVersion()}-${hash.digest('hex').slice(0, 12)}`
}
