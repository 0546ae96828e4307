import { createRequire } from 'node:module'
import { pino, type Logger } from 'pino'
import type * as Pretty from 'pino-pretty'

export type { Logger }

export interface LogOptions {
  level: string
  format: 'json' | 'pretty'
  name: string
}

const SECRETS = [
  'authorization',
  'headers.authorization',
  'req.headers.authorization',
  'key',
  'api_key',
  'owner_key',
  'secret',
  'token',
  '*.key',
  '*.api_key',
  '*.owner_key',
  '*.secret',
  '*.token',
]

/** Maximum number of bytes to buffer while standard output cannot be written, for example on a full disk. */
const MAX_WAITING_BYTES = 1024 * 1024

function openOutput(): ReturnType<typeof pino.destination> {
  const output = pino.destination({ dest: 1, sync: true, maxLength: MAX_WAITING_BYTES })
  output.on('error', () => undefined)
  return output
}

/** Creates a logger that writes synchronously, so that the last line before a crash is not lost. */
export function createLog(options: LogOptions): Logger {
  const settings = {
    level: options.level,
    name: options.name,
    base: { pid: process.pid },
    redact: { paths: SECRETS, censor: '[secret]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  if (options.format === 'pretty') {
    // Loaded on demand: to load it takes a twentieth of a server's start, and only logs for people need it.
    const { PinoPretty } = createRequire(import.meta.url)('pino-pretty') as typeof Pretty
    return pino(
      settings,
      PinoPretty({
        destination: openOutput(),
        sync: true,
        colorize: process.stdout.isTTY,
        ignore: 'pid,hostname',
        translateTime: 'HH:MM:ss',
      }),
    )
  }
  return pino(settings, openOutput())
}

export const createSilentLog = (): Logger => pino({ level: 'silent' })
