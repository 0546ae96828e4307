import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BOX_KEY_FILE } from '../../platform/boxKey.ts'

/** Replaces the key in the file of a data folder, as an operator does: both keys first, then the new one alone. */
export function rotateKeyFile(dataDir: string): { dropEarlierKey: () => void } {
  const file = join(dataDir, BOX_KEY_FILE)
  const next = randomBytes(32).toString('base64')
  writeFileSync(file, `${next} ${readFileSync(file, 'utf8')}`)
  return { dropEarlierKey: () => writeFileSync(file, `${next}\n`) }
}
