import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BackupError } from './errors.ts'
import { digestFile } from './files.ts'
import type { Manifest, Part } from './manifest.ts'

/** Compares every file of the parts with the manifest. @throws BackupError naming the first that differs */
export async function checkFiles(folder: string, manifest: Manifest, parts: readonly Part[], signal: AbortSignal): Promise<void> {
  for (const file of manifest.files) {
    if (!parts.includes(file.part)) continue
    const path = join(folder, file.path)
    if (!existsSync(path)) throw new BackupError(`The backup is not whole: ${path} is missing. Use another backup.`)
    const { bytes, sha256 } = await digestFile(path, signal)
    if (bytes < file.bytes) throw new BackupError(`The backup is not whole: ${path} was cut off. Use another backup.`)
    if (bytes !== file.bytes || sha256 !== file.sha256)
      throw new BackupError(`The backup is damaged: ${path} is not what it was when it was made. Use another backup.`)
  }
}
