import { readFileSync } from 'node:fs'

/** Version of this Kitroom, from package.json. */
export const readOwnVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version
