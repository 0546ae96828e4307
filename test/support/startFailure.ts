import { execFile } from 'node:child_process'
import { findProgram } from './programs.ts'
import { buildDataFolderEnvironment } from './server.ts'
import { HANG_GUARD_MS } from './wait.ts'

/** Everything that a server prints that does not start. @throws Error if it ends with 0 or not at all */
export async function readStartFailure(dataDir: string, env: Record<string, string>): Promise<string> {
  const settings = { ...process.env, ...(await buildDataFolderEnvironment(dataDir)), KITROOM_PORT: '0', ...env }
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [findProgram('server/main.ts')],
      { cwd: dataDir, env: settings, timeout: HANG_GUARD_MS },
      (error, stdout, stderr) => {
        if (error?.code === 1) resolve(stdout + stderr)
        else reject(new Error(`the server started, or hung: ${stdout}${stderr}`))
      },
    )
  })
}
