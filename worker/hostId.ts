import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePrivateFolder } from '../platform/privateFiles.ts'

/** Id of this host within an account. Stored in the data folder, because a host name can change. */
export function readHostId(dataDir: string): string {
  const file = join(dataDir, 'host-id')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  ensurePrivateFolder(dataDir)
  const id = randomBytes(4).toString('hex')
  writeFileSync(file, `${id}\n`, { mode: 0o600 })
  return id
}
