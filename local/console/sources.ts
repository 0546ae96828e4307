import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
export const consoleFolder = join(root, 'console')
export const distFolder = join(consoleFolder, 'dist')
export const HASH_FILE = 'sources.sha256'

const isSource = (name: string): boolean => /\.(?:tsx?|css|html|svg)$/.test(name) && !name.startsWith('dist')

/**
 * Computes a hash of the inputs of the console's build: its sources, the contract, the build itself, the versions of
 * packages.
 */
export function hashSources(): string {
  const hash = createHash('sha256')
  for (const folder of ['console', 'contract', 'local/console']) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(isSource).toSorted()
    for (const name of names)
      hash.update(`${folder}/${name.replaceAll('\\', '/')}\0`).update(readFileSync(join(root, folder, name)))
  }
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex')
}

/** True if console/dist was built from the present sources. The npm package contains the build without sources. */
export function isConsoleBuilt(): boolean {
  if (!existsSync(join(consoleFolder, 'main.tsx'))) return true
  const file = join(distFolder, HASH_FILE)
  return existsSync(file) && readFileSync(file, 'utf8') === hashSources()
}
