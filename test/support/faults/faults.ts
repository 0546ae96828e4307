// Faults of the disk and of clocks, injected into one server process by a library that is loaded before libc.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Places in the file that the library reads, each a 64-bit number; in the order of the enum in shim.c. */
const PLACES = ['writeErrno', 'syncErrno', 'wallOffsetMs', 'bootOffsetMs', 'failedWrites', 'failedSyncs'] as const
type Place = (typeof PLACES)[number]
const BYTES = 8

const source = fileURLToPath(new URL('./shim.c', import.meta.url))
const meter = new URL('./delayMeter.ts', import.meta.url).href

function build(): { library: string } | { why: string } {
  if (process.platform !== 'linux') return { why: 'faults are injected on Linux only' }
  const library = join(mkdtempSync(join(tmpdir(), 'kitroom-shim-')), 'shim.so')
  const made = spawnSync('gcc', ['-shared', '-fPIC', '-O2', '-w', '-o', library, source, '-ldl'], { encoding: 'utf8' })
  if (made.error) return { why: `gcc is not there (${made.error.message})` }
  if (made.status !== 0) return { why: `gcc could not compile shim.c: ${made.stderr}` }
  // PostgreSQL runs as another user.
  chmodSync(dirname(library), 0o755)
  return { library }
}

const built = build()
const why = 'why' in built ? built.why : undefined
if (why !== undefined) console.log(`NOT RUN: tests that inject faults: ${why}`)

/** Ends the name of a test that injects faults. */
export const withoutFaults = why === undefined ? '' : ` (NOT RUN: ${why})`
export const canInject = why === undefined

/** `EROFS`: as a file system that was mounted anew to be read only. */
type WriteError = 'ENOSPC' | 'EIO' | 'EROFS'

export interface Faults {
  /** What the process that is to have faults needs in its environment. */
  env: Record<string, string>
  /** Every write to the database's files gives this error from now on; `undefined`: none. */
  failWrites(code: WriteError | undefined): void
  /** As `failWrites`, of fsync and fdatasync. */
  failSyncs(code: 'EIO' | undefined): void
  /** Moves the wall clock by as much from what is right. */
  moveWallClock(ms: number): void
  /** Moves the clock that counts the time since the machine's start, suspended or not. */
  moveBootClock(ms: number): void
  failedWrites(): number
  failedSyncs(): number
  /** The longest time that the event loop was held since the last call, in milliseconds, less what the busy machine did to an idle process. */
  longestDelayMs(): Promise<number>
}

const meterOf = (delays: string): Record<string, string> => ({ NODE_OPTIONS: `--import ${meter}`, KITROOM_DELAYS: delays })

/** A process that does nothing: what delays its event loop is the machine. @returns the file of its meter */
function startIdle(folder: string): string {
  const delays = join(folder, 'idle-delays')
  // It ends with the test's process, whose end of the pipe then closes.
  const child = spawn(process.execPath, ['-e', 'process.stdin.on("end", () => process.exit()).resume()'], {
    env: { ...process.env, ...meterOf(delays) },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  return delays
}

async function askMeter(delays: string): Promise<number> {
  writeFileSync(`${delays}.ask`, '')
  while (existsSync(`${delays}.ask`)) await wait(10)
  return Number(readFileSync(delays, 'utf8'))
}

const errnoOf = (code: WriteError | undefined): number => (code === undefined ? 0 : constants.errno[code])

/** @param folder for the files that lead the faults @param files part of the paths that faults are for */
export function prepareFaults(folder: string, files = 'kitroom.db'): Faults {
  if (!('library' in built)) throw new Error(built.why)
  const control = join(folder, 'faults')
  const delays = join(folder, 'delays')
  let idle: string | undefined
  writeFileSync(control, Buffer.alloc(PLACES.length * BYTES))
  chmodSync(control, 0o666)
  const put = (place: Place, value: number): void => {
    const bytes = Buffer.alloc(BYTES)
    bytes.writeBigInt64LE(BigInt(value))
    const fd = openSync(control, 'r+')
    writeSync(fd, bytes, 0, BYTES, PLACES.indexOf(place) * BYTES)
    closeSync(fd)
  }
  const get = (place: Place): number => {
    const bytes = Buffer.alloc(BYTES)
    const fd = openSync(control, 'r')
    readSync(fd, bytes, 0, BYTES, PLACES.indexOf(place) * BYTES)
    closeSync(fd)
    return Number(bytes.readBigInt64LE())
  }
  return {
    env: {
      LD_PRELOAD: built.library,
      KITROOM_FAULTS: control,
      KITROOM_FAULT_FILES: files,
      ...meterOf(delays),
    },
    failWrites: (code) => put('writeErrno', errnoOf(code)),
    failSyncs: (code) => put('syncErrno', errnoOf(code)),
    moveWallClock: (ms) => put('wallOffsetMs', ms),
    moveBootClock: (ms) => put('bootOffsetMs', ms),
    failedWrites: () => get('failedWrites'),
    failedSyncs: () => get('failedSyncs'),
    async longestDelayMs() {
      idle ??= startIdle(folder)
      const [heldMs, idleMs] = await Promise.all([askMeter(delays), askMeter(idle)])
      return Math.max(0, heldMs - idleMs)
    },
  }
}
