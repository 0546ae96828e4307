import { readFileSync } from 'node:fs'

/** Reads Kitroom's version from package.json. */
export const readOwnVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version
