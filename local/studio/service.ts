import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { describeExit, exitOf, startChild, stopChild, type Exit } from '../child.ts'
import { LocalError } from '../errors.ts'
import { keepTail } from '../tail.ts'

const ROOT = new URL('../../', import.meta.url)
const FATAL_LEVEL = 60

const Line = z.object({
  msg: z.string(),
  level: z.number().catch(0),
  url: z.string().optional(),
  database: z.string().optional(),
  terminal: z.boolean().catch(false),
})
/** A line of progress that is being written is put out of the way. */
const CLEAR = process.stderr.isTTY ? '\r\u001b[K' : ''

export interface ServiceOptions {
  name: string
  /** Path from the project's root. */
  file: string
  /** Flags of Node itself. */
  flags?: readonly string[]
  /** `msg` of the line that says it serves; its `url` says where. */
  readyMessage: string
  readyMs: number
  /** How long it may take to stop before it is killed. */
  stopMs: number
  env: Record<string, string | undefined>
  /** Takes each line that it writes. */
  log: (line: string) => void
}

/** A process of ours that runs. */
export interface Running {
  pid: number
  url: string
  /** The API database, for people; only the server names one. */
  database: string | undefined
  exited: Promise<Exit>
  stop(): Promise<void>
}

const readLine = (line: string): z.output<typeof Line> | undefined => {
  if (!line.startsWith('{')) return undefined
  try {
    return Line.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

// A log line of our own processes says what is wrong in `msg`; anything else is shown as it is.
const readable = (tail: string): string =>
  tail
    .split('\n')
    .filter((line) => !line.startsWith('    at '))
    .map((line) => readLine(line)?.msg ?? line)
    .join('\n')

/**
 * Starts one of our processes and waits until it says that it serves.
 * @throws LocalError `service_failed` with its last words.
 */
export async function startService(options: ServiceOptions): Promise<Running> {
  const { name, file, flags = [], env, readyMessage, readyMs, stopMs, log } = options
  const child = startChild(process.execPath, [...flags, fileURLToPath(new URL(file, ROOT))], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = exitOf(child)
  let became: (where: Pick<Running, 'url' | 'database'>) => void = () => undefined
  const ready = new Promise<Pick<Running, 'url' | 'database'>>((resolve) => (became = resolve))
  const tail = keepTail([child.stdout, child.stderr], 30, (line) => {
    log(line)
    const read = readLine(line)
    if (read?.msg === readyMessage && read.url) became({ url: read.url, database: read.database })
    if (read && (read.level >= FATAL_LEVEL || read.terminal)) console.error(`${CLEAR}${name}: ${read.msg}`)
  })
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it was not ready within ${readyMs / 1000} s`)), readyMs)
  })
  const died = exited.then((exit) => Promise.reject(new Error(`it ${describeExit(exit)}`)))
  try {
    const where = await Promise.race([ready, died, tooLate])
    died.catch(() => undefined)
    return { pid: child.pid ?? 0, ...where, exited, stop: async () => void (await stopChild(child, exited, stopMs)) }
  } catch (error) {
    await stopChild(child, exited, 1000)
    const why = error instanceof Error ? error.message : String(error)
    throw new LocalError('service_failed', `The ${name} did not start: ${why}. Its last words:\n${readable(tail()) || '(none)'}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
