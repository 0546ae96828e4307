import { systemClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import { buildApp, type App } from '../../server/app.ts'
import { openApiDatabase } from '../../server/db/open.ts'
import { defaultHttpLimits, type HttpLimits } from '../../server/http/listener.ts'
import { createAccount } from './account.ts'
import { createApi, type Api } from './api.ts'
import { testSecretBox } from './secrets.ts'
import { createDataFolder, type TestServer } from './server.ts'
import { databaseUrl, dropDatabase } from './testDatabase.ts'

export interface LimitedServer extends TestServer {
  app: App
  api: Api
  dataDir: string
  databaseFile: string
}

const NEVER_MS = 3_600_000

/** What closes a connection of such a server is none of its time limits. */
export const NO_TIME_LIMITS = {
  headersMs: NEVER_MS,
  requestMs: NEVER_MS,
  silenceMs: NEVER_MS,
  keepAliveMs: NEVER_MS,
  answerMs: NEVER_MS,
} satisfies Partial<HttpLimits>

/** Starts the server in the test's process, with an account and with limits and timeouts that a test can reach. */
export async function startLimitedServer(
  options: Partial<HttpLimits> & { drainDeadlineMs?: number; trustedProxies?: string[] },
): Promise<LimitedServer> {
  const { drainDeadlineMs = 10_000, trustedProxies = [], ...limits } = options
  const folder = createDataFolder()
  const { dataDir, databaseFile } = folder
  const log = createSilentLog()
  const db = await openApiDatabase(await databaseUrl(databaseFile), systemClock, log)
  const commonOptions = {
    db,
    clock: systemClock,
    log,
    secrets: testSecretBox,
    auditReads: true,
    rateLimit: false,
    trustedProxies,
  }
  const app = buildApp({ ...commonOptions, drainDeadlineMs, limits: { ...defaultHttpLimits, ...limits } })
  const url = await app.listen('127.0.0.1', 0)
  const api = createApi(url, (await createAccount(dataDir, 'Limited')).api_key)
  let stopPromise: Promise<void> | undefined
  const stop = (): Promise<void> => (stopPromise ??= app.drain().then(() => db.close()))
  return {
    url,
    app,
    api,
    dataDir,
    databaseFile,
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      await dropDatabase(databaseFile)
      folder[Symbol.dispose]()
    },
  }
}
