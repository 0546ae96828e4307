import { systemClock } from '../../platform/clock.ts'
import { parseAllowList } from '../../platform/outbound/allowList.ts'
import { createAccount } from './account.ts'
import { createDataFolder, startInProcessServer } from './server.ts'

export interface LocalServer {
  /** The origin, without a path. */
  url: string
  apiKey: string
  ownerKey: string
  dataFolder: string
  /** The environment for commands on its data folder. */
  env: Record<string, string | undefined>
  stop(): Promise<void>
}

/**
 * Starts the API server in the test's process, on a new data folder with one account.
 * @param webhookAllow addresses of KITROOM_WEBHOOK_ALLOW
 */
export async function startLocalServer(webhookAllow: readonly string[] = []): Promise<LocalServer> {
  const folder = createDataFolder()
  const account = await createAccount(folder.dataDir, 'Test', { currency: 'USD' })
  const server = await startInProcessServer(folder.databaseFile, systemClock, {
    background: true,
    webhookAllow: parseAllowList(webhookAllow),
  })
  return {
    url: server.url,
    apiKey: account.api_key,
    ownerKey: account.owner_key,
    dataFolder: folder.dataDir,
    env: { ...process.env, KITROOM_DATA_DIR: folder.dataDir, KITROOM_DATABASE_URL: undefined },
    stop: async () => {
      await server.stop()
      folder[Symbol.dispose]()
    },
  }
}
