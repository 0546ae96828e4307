// Injects faults of disk and clocks into one process, with a library that LD_PRELOAD puts before libc.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../wait.ts'

/** Fields of the control file, each a 64-bit number, in the order of the enum in shim.c. */
const FIELDS = ['writeErrno', 'syncErrno', 'wallOffsetMs', 'bootOffsetMs', 'failedWrites', 'failedSyncs'] as const
type Field = (typeof FIELDS)[number]
const BYTES = 8

const source = fileURLToPath(new URL('./shim.c', import.meta.url))
const meter = new URL('./delayMeter.ts', import.meta.url).href

function buildShim(): { library: string } | { why: string } {
  if (process.platform !== 'linux') return { why: 'faults are injected on Linux only' }
  const library = join(mkdtempSync(join(tmpdir(), 'kitroom-shim-')), 'shim.so')
  const compileRun = spawnSync('gcc', ['-shared', '-fPIC', '-O2', '-w', '-o', library, source, '-ldl'], {
    encoding: 'utf8',
  })
  if (compileRun.error) return { why: `gcc is not there (${compileRun.error.message})` }
  if (compileRun.status !== 0) return { why: `gcc could not compile shim.c: ${compileRun.stderr}` }
  // PostgreSQL may run as another user, who must read the library.
  chmodSync(dirname(library), 0o755)
  return { library }
}

const libraryBuild = buildShim()
const reason = 'why' in libraryBuild ? libraryBuild.why : undefined
if (reason !== undefined) console.log(`NOT RUN: tests that inject faults: ${reason}`)

/** Suffix of the title of a test that injects faults. */
export const noFaultsSuffix = reason === undefined ? '' : ` (NOT RUN: ${reason})`
export const canInjectFaults = reason === undefined

/** `EROFS`: the file system was remounted read-only. */
type WriteError = 'ENOSPC' | 'EIO' | 'EROFS'

export interface Faults {
  env: Record<string, string>
  /** Every write to the files fails with this error. `undefined` ends the fault. */
  failWrites(code: WriteError | undefined): void
  /** As `failWrites`, for fsync and fdatasync. */
  failSyncs(code: 'EIO' | undefined): void
  moveWallClock(ms: number): void
  /** Sets the offset of the clock that counts the time since boot, CLOCK_BOOTTIME. */
  moveBootClock(ms: number): void
  failedWrites(): number
  failedSyncs(): number
  /**
   * The longest delay of the event loop since the last call, in milliseconds, less the time in which it waited for a
   * core.
   */
  longestDelayMs(): Promise<number>
}

export const meterOf = (delays: string): Record<string, string> => ({
  NODE_OPTIONS: `--import ${meter}`,
  KITROOM_DELAYS: delays,
})

/** Asks a process with the meter for its longest delay since the last call, in milliseconds. */
export async function askMeter(delays: string): Promise<number> {
  writeFileSync(`${delays}.ask`, '')
  await until('the process writes its longest delay', () => !existsSync(`${delays}.ask`))
  return Number(readFileSync(delays, 'utf8'))
}

const errnoOf = (code: WriteError | undefined): number => (code === undefined ? 0 : constants.errno[code])

/** @param folder for the control file @param files the substring of the paths of files that fail */
export function prepareFaults(folder: string, files = 'kitroom.db'): Faults {
  if (!('library' in libraryBuild)) throw new Error(libraryBuild.why)
  const control = join(folder, 'faults')
  const delays = join(folder, 'delays')
  writeFileSync(control, Buffer.alloc(FIELDS.length * BYTES))
  chmodSync(control, 0o666)
  const put = (field: Field, value: number): void => {
    const bytes = Buffer.alloc(BYTES)
    bytes.writeBigInt64LE(BigInt(value))
    const fd = openSync(control, 'r+')
    writeSync(fd, bytes, 0, BYTES, FIELDS.indexOf(field) * BYTES)
    closeSync(fd)
  }
  const get = (field: Field): number => {
    const bytes = Buffer.alloc(BYTES)
    const fd = openSync(control, 'r')
    readSync(fd, bytes, 0, BYTES, FIELDS.indexOf(field) * BYTES)
    closeSync(fd)
    return Number(bytes.readBigInt64LE())
  }
  return {
    env: {
      LD_PRELOAD: libraryBuild.library,
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
    longestDelayMs: () => askMeter(delays),
  }
}
