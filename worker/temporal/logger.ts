import type { LogLevel, LogMetadata, Logger as TemporalLogger } from '@temporalio/common'
import { Runtime } from '@temporalio/worker'
import type { Logger } from '../../platform/log.ts'
import { createOutageTracker, type OutageTracker } from './outage.ts'

const LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const satisfies Record<
  LogLevel,
  string
>

/** This warning is expected, because the worker for files runs only activities. */
const EXPECTED_WARNING = 'No workflows registered, not polling for workflow tasks'
/** Log target under which the SDK logs each retry. */
const RETRY_LOG_TARGET = 'temporalio_client::retry'

/**
 * Adapts Kitroom's logger to the SDK's interface. It replaces the log lines of retries during an outage by one line.
 */
function adaptLogger(log: Logger, outage: OutageTracker): TemporalLogger {
  const write = (level: LogLevel, message: string, meta: LogMetadata = {}): void => {
    if (message === EXPECTED_WARNING) return
    if (meta['target'] === RETRY_LOG_TARGET) return outage.reportUnanswered()
    const { error, ...fields } = meta as LogMetadata & { error?: unknown }
    log[LEVELS[level]](error === undefined ? fields : { ...fields, err: error }, message)
  }
  return {
    log: write,
    trace: (message, meta) => write('TRACE', message, meta),
    debug: (message, meta) => write('DEBUG', message, meta),
    info: (message, meta) => write('INFO', message, meta),
    warn: (message, meta) => write('WARN', message, meta),
    error: (message, meta) => write('ERROR', message, meta),
  }
}

/**
 * Installs the SDK's runtime, which must precede every connection. The SDK installs no signal handlers.
 * @param exporter address at which it serves its metrics
 */
export function installRuntime(log: Logger, exporter?: string): OutageTracker {
  const outage = createOutageTracker(log)
  const sdkLog = log.child({ part: 'temporal' }, { level: log.isLevelEnabled('debug') ? log.level : 'warn' })
  Runtime.install({
    logger: adaptLogger(sdkLog, outage),
    shutdownSignals: [],
    telemetryOptions: {
      logging: { filter: { core: 'WARN', other: 'WARN' }, forward: {} },
      ...(exporter !== undefined && {
        metrics: {
          prometheus: {
            bindAddress: exporter,
            countersTotalSuffix: true,
            unitSuffix: true,
            useSecondsForDurations: true,
          },
        },
      }),
    },
  })
  return outage
}
