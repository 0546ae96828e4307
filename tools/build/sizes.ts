import { lstatSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Bytes of a file, or of a folder's files; 0 if there is none. */
export function measureBytes(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found?.size ?? 0
  return readdirSync(path).reduce((sum, name) => sum + measureBytes(join(path, name)), 0)
}

export interface PackageSize {
  name: string
  bytes: number
}

/** Installed packages, the largest first; those of a scope count together. */
export const listInstalled = (folder: string): PackageSize[] =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .map((name) => ({ name: basename(name), bytes: measureBytes(join(folder, name)) }))
    .toSorted((a, b) => b.bytes - a.bytes)
