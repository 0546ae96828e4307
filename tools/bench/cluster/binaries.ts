import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The version of docker-compose.yml. */
export const TEMPORAL_VERSION = 'v1.30.1'
const MODULE = 'go.temporal.io/server'

export interface Binaries {
  server: string
  sqlTool: string
  /** Folder of the versioned schemas for PostgreSQL. */
  schemas: string
}

/**
 * Builds Temporal's server and schema tool from its module, unless the folder has them. The first time takes some
 * minutes.
 */
export async function buildBinaries(folder: string): Promise<Binaries> {
  mkdirSync(folder, { recursive: true })
  const binaries = { server: join(folder, 'server'), sqlTool: join(folder, 'sql') }
  for (const [file, path] of [
    [binaries.server, 'cmd/server'],
    [binaries.sqlTool, 'cmd/tools/sql'],
  ] as const)
    if (!existsSync(file))
      await run('go', ['install', `${MODULE}/${path}@${TEMPORAL_VERSION}`], { env: { ...process.env, GOBIN: folder } })
  const { stdout } = await run('go', ['mod', 'download', '-json', `${MODULE}@${TEMPORAL_VERSION}`])
  const { Dir: source } = JSON.parse(stdout) as { Dir: string }
  return { ...binaries, schemas: join(source, 'schema/postgresql/v12') }
}
