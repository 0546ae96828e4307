import { z } from 'zod'
import { describeExit, waitForExit, startChild, stopChild, type ProcessExit } from '../child.ts'
import { LocalError } from '../errors.ts'
import { collectLastLines } from '../collectLastLines.ts'
import { locateProgram } from '../../platform/programFile.ts'

const ROOT = new URL('../../', import.meta.url)
const FATAL_LEVEL = 60

const LogLine = z.object({
  msg: z.string(),
  level: z.number().catch(0),
  url: z.string().optional(),
  database: z.string().optional(),
  terminal: z.boolean().catch(false),
})
/** Clears the progress line before a message is printed. */
const CLEAR_LINE = process.stderr.isTTY ? '\r\u001b[K' : ''

export interface ServiceOptions {
  name: string
  file: string
  flags?: readonly string[]
  /** `msg` of the log line that reports readiness. The line's `url` is the address. */
  readyMessage: string
  readyMs: number
  stopMs: number
  env: Record<string, string | undefined>
  log: (line: string) => void
}

export interface RunningService {
  pid: number
  url: string
  database: string | undefined
  exited: Promise<ProcessExit>
  stop(): Promise<void>
}

const parseLogLine = (line: string): z.output<typeof LogLine> | undefined => {
  if (!line.startsWith('{')) return undefined
  try {
    return LogLine.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

// Replaces Kitroom's log lines by their `msg`; leaves other output unchanged.
const toReadable = (tail: string): string =>
  tail
    .split('\n')
    .filter((line) => !line.startsWith('    at '))
    .map((line) => parseLogLine(line)?.msg ?? line)
    .join('\n')

/** Starts a service and waits until it is ready. @throws LocalError `service_failed` with its last output */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { name, file, flags = [], env, readyMessage, readyMs, stopMs, log } = options
  const child = startChild(process.execPath, [...flags, locateProgram(new URL(file, ROOT))], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = waitForExit(child)
  let setReady: (address: Pick<RunningService, 'url' | 'database'>) => void = () => undefined
  const ready = new Promise<Pick<RunningService, 'url' | 'database'>>((resolve) => (setReady = resolve))
  const tail = collectLastLines([child.stdout, child.stderr], 30, (line) => {
    log(line)
    const read = parseLogLine(line)
    if (read?.msg === readyMessage && read.url) setReady({ url: read.url, database: read.database })
    if (read && (read.level >= FATAL_LEVEL || read.terminal)) console.error(`${CLEAR_LINE}${name}: ${read.msg}`)
  })
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it was not ready within ${readyMs / 1000} s`)), readyMs)
  })
  const exitedEarly = exited.then((exit) => Promise.reject(new Error(`it ${describeExit(exit)}`)))
  try {
    const address = await Promise.race([ready, exitedEarly, timedOut])
    exitedEarly.catch(() => undefined)
    return { pid: child.pid ?? 0, ...address, exited, stop: async () => void (await stopChild(child, exited, stopMs)) }
  } catch (error) {
    await stopChild(child, exited, 1000)
    const reason = error instanceof Error ? error.message : String(error)
    throw new LocalError(
      'service_failed',
      `The ${name} did not start: ${reason}. Its last output:\n${toReadable(tail()) || '(none)'}`,
      {
        cause: error,
      },
    )
  } finally {
    clearTimeout(timer)
  }
}
