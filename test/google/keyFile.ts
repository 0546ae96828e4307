import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServiceAccountKey } from './oauth/serviceAccounts.ts'

/** Writes a key into a folder of its own, closed to other users, as docs/google.md says. @returns the path */
export function writeKeyFile(key: ServiceAccountKey): string {
  const file = join(mkdtempSync(join(tmpdir(), 'kitroom-google-')), 'key.json')
  writeFileSync(file, JSON.stringify(key), { mode: 0o600 })
  return file
}
