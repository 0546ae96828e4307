// Where the programs are that tests start: in the bundles of `bundlePrograms.ts`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The variable that names the folder of the bundles. */
export const PROGRAMS_FOLDER = 'KITROOM_TEST_PROGRAMS'

/**
 * @param file a path in the project, such as `server/main.ts`
 * @returns the path of its bundle if there is one, else its own
 */
export function findProgram(file: string): string {
  const folder = process.env[PROGRAMS_FOLDER]
  const bundled = folder === undefined ? undefined : join(folder, file.replace(/\.ts$/, '.mjs'))
  return bundled !== undefined && existsSync(bundled) ? bundled : join(ROOT, file)
}
