import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { openLogFile } from '../../local/studio/logFile.ts'
import { runOperatorCommand } from '../../local/studio/operatorCommand.ts'
import { startService } from '../../local/studio/service.ts'

const Account = z.object({ account_id: z.string(), owner_key: z.string(), api_key: z.string() })

export interface LocalServer {
  /** The origin, without a path. */
  url: string
  apiKey: string
  ownerKey: string
  dataFolder: string
  env: Record<string, string | undefined>
  stop(): Promise<void>
}

/** Starts the API server as a process of its own, on a new data folder with one account. */
export async function startLocalServer(settings: Record<string, string> = {}): Promise<LocalServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kitroom-server-'))
  const commonSettings = { KITROOM_PORT: '0', KITROOM_DATABASE_URL: undefined, KITROOM_RATE_LIMIT: 'off' }
  const env = { ...process.env, KITROOM_DATA_DIR: dataFolder, ...commonSettings, ...settings }
  const account = await runOperatorCommand('accountCreate.ts', ['--name', 'Test', '--email', 'test@example.com', '--currency', 'USD'], env, Account)
  const server = await startService({
    name: 'server',
    file: 'server/main.ts',
    readyMessage: 'listening',
    readyMs: 30_000,
    stopMs: 10_000,
    env,
    log: openLogFile(join(dataFolder, 'server.log'), console.error),
  })
  return {
    url: server.url,
    apiKey: account.api_key,
    ownerKey: account.owner_key,
    dataFolder,
    env,
    stop: async () => {
      await server.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
