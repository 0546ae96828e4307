import { stopSignal } from '../platform/stopSignals.ts'
import { ConfigError } from '../platform/environment.ts'
import { createLog, type Logger } from '../platform/log.ts'
import { findDatabaseFile } from '../platform/sql/databaseFile.ts'
import { buildApp, type App } from './app.ts'
import { createServerClock, watchClock } from './clockWatch.ts'
import { readConfig, type ServerConfig } from './context/config.ts'
import { openFolderDatabase } from './folder/openDatabase.ts'
import { createPruneGuard } from './housekeeping/pruneGuard.ts'
import { openSecretBox } from '../platform/boxKey.ts'
import type { SecretBox } from '../platform/secretBox.ts'
import { resealWebhookSecrets } from './webhooks/resealSecrets.ts'
import { setTimeLimitScale } from '../platform/timeLimit.ts'

function explainError(
  error: NodeJS.ErrnoException & { port?: number },
  { host, port, metrics }: Omit<ServerConfig, 'encryptionKeys' | 'timeLimitScale'>,
): string {
  const [portAndHost, variable] =
    metrics && error.port === metrics.port
      ? [`${metrics.port} on ${metrics.host}`, 'KITROOM_METRICS_PORT']
      : [`${port} on ${host}`, 'KITROOM_PORT']
  if (error.code === 'EADDRINUSE')
    return `Port ${portAndHost} is in use. Stop what uses it, or set ${variable} to another port.`
  if (error.code === 'EACCES')
    return `Port ${portAndHost} may not be used by this user. Set ${variable} to a port above 1023.`
  return error.message
}

/**
 * Handles a signal. Before the server listens, it ends at once: nothing was answered, and a transaction is rolled back.
 */
let stop: (signal: string) => void = () => process.exit(0)

/** Metrics are off by default; their library is loaded only if needed. */
async function serveMetrics(
  address: ServerConfig['metrics'],
  app: App,
  log: Logger,
): Promise<{ url: string; close(): void } | undefined> {
  if (!address) return undefined
  const { startServerMetrics } = await import('./metrics/server.ts')
  return startServerMetrics(address.host, address.port, app.metrics, log)
}

async function runServer(
  config: Omit<ServerConfig, 'encryptionKeys' | 'timeLimitScale'>,
  secrets: SecretBox,
  log: Logger,
): Promise<void> {
  const { db, address } = await openFolderDatabase(config, log)
  const clock = createServerClock(log)
  await watchClock(clock, db, log)
  if (secrets.hasEarlierKey) await resealWebhookSecrets(db, secrets, log)
  const guard = createPruneGuard(db, clock, () => clock.aheadMs() === 0, log)
  const sharedClock = { nowMs: () => clock.sharedMs() }
  const app = buildApp({ ...config, db, clock, sharedClock, log, secrets, guard, clockAheadMs: () => clock.aheadMs() })
  const metrics = await serveMetrics(config.metrics, app, log)
  if (metrics) log.info({ url: metrics.url }, 'metrics')
  if (!config.rateLimit)
    log.warn('rate limits are off (KITROOM_RATE_LIMIT=off): any client may send as much as it likes')
  const url = await app.listen(config.host, config.port)
  app.housekeeping.start()
  app.webhooks.start()
  stop = (signal) => {
    log.info({ signal }, 'draining')
    app
      .drain()
      .then(() => db.close())
      .then(
        () => {
          metrics?.close()
          log.info('stopped')
          process.exit(0)
        },
        (error: unknown) => {
          log.fatal({ err: error }, 'the server could not stop in order')
          process.exit(1)
        },
      )
  }
  // A process that reads this line may send a signal immediately, so the server is ready for it.
  log.info({ url, database: address }, 'listening')
}

// npm and the terminal each send the signal; the first one counts.
const onStop = (): void => stop(String(stopSignal.reason))
if (stopSignal.aborted) onStop()
else stopSignal.addEventListener('abort', onStop, { once: true })
try {
  const { encryptionKeys, timeLimitScale, ...config } = readConfig(process.env)
  setTimeLimitScale(timeLimitScale)
  const secrets = openSecretBox(config.dataDir, encryptionKeys)
  const log = createLog({ name: 'server', level: config.logLevel, format: config.logFormat })
  if (encryptionKeys === undefined && findDatabaseFile(config.databaseUrl) === undefined)
    log.info(
      'secrets are sealed with encryption.key of the data folder: when several servers share this database, give them all one KITROOM_ENCRYPTION_KEY',
    )
  await runServer(config, secrets, log).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof ConfigError) throw error
    log.fatal({ err: error }, explainError(error, config))
    process.exit(1)
  })
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
