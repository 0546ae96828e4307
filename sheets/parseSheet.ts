import { say, type Said } from '../contract/sentences/say.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { pipeline } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import type { CustomField } from '../contract/api/customFields.ts'
import type { SheetAdvice } from '../contract/control/advice.ts'
import type { AnsweredCells } from './mapping/answeredCells.ts'
import { RowCountDefect } from './mapping/rowGroups.ts'
import { buildChildEnvironment } from './buildChildEnvironment.ts'
import { createTableReader, type RowStore } from './mapping/packTable.ts'
import { MemoryRecords } from './records.ts'
import { readWholeLines } from './readWholeLines.ts'
import { isWorkbookName } from './readers/isWorkbook.ts'
import { locateProgram } from '../platform/programFile.ts'
import { scaleTimeLimit } from '../platform/timeLimit.ts'
import type { NamedCategory } from './vocabulary/customCategories.ts'
import type { SheetSettings } from './settings/settings.ts'
import { SheetRefused, type MappedRow, type MappedTable, type SheetRefusal, type TableSections } from './types.ts'

/** First line of the child's input; the file's bytes follow. */
export interface ParseJob {
  name: string
  /** Size of the file. */
  bytes: number
  settings: SheetSettings
  currency: string
  timeZone?: string
  /** Own fields of the account. */
  fields?: readonly CustomField[]
  /** True if the account's subscription does not include maintenance. */
  lacksMaintenance?: boolean
  /** Categories that the account has added. */
  categories?: readonly NamedCategory[]
  /** Texts that a person has given for cells. */
  cells?: AnsweredCells
  /** True to add the words found in enumeration columns. */
  explain?: boolean
}

/** Facts of the account that a sheet is read with. */
export type SheetAccount = Pick<
  ParseJob,
  'currency' | 'timeZone' | 'fields' | 'categories' | 'lacksMaintenance' | 'cells'
>

/**
 * A stored sheet. Its bytes are read while they are sent to the child, so that the worker does not hold a large sheet.
 */
export interface SheetFile {
  /** Its extension gives the file type. */
  name: string
  bytes: number
  /** Read once. */
  chunks: () => AsyncIterable<Uint8Array>
}

export interface ParseLimits {
  timeoutMs: number
  heapMb: number
}

/** The cells of a workbook need more memory than text, because they have formats and values. */
const HEAP_MB = { text: 512, workbook: 768 }
const TIMEOUT_MS = 20_000
/**
 * Additional time per MiB. On a slow machine, one MiB of a large text takes three seconds, one MiB of a compressed
 * workbook six.
 */
const TIMEOUT_MS_PER_MIB = { text: 3_000, workbook: 6_000 }

function chooseLimits({ name, bytes }: SheetFile): ParseLimits {
  const kind = isWorkbookName(name) ? 'workbook' : 'text'
  return {
    heapMb: HEAP_MB[kind],
    timeoutMs: scaleTimeLimit(TIMEOUT_MS + Math.ceil(bytes / 2 ** 20) * TIMEOUT_MS_PER_MIB[kind]),
  }
}

export const toSheetFile = (bytes: Uint8Array, name: string): SheetFile => ({
  name,
  bytes: bytes.length,
  chunks: async function* () {
    yield bytes
  },
})

const PROCESS_FILE = new URL('parseSheetProcess.ts', import.meta.url)
const STDERR_CHARACTERS = 4000

/**
 * Parses and maps a sheet in a child process with limits, so that a bad file cannot harm the worker. A thread would
 * permanently add 75 MB to the worker's memory, and its crash would end the worker.
 * @param name its extension gives the file type
 * @param currency ISO 4217
 * @throws SheetRefused when the file is unusable; `unreadable_file` also when the time or memory limit is exceeded or
 * the child crashes
 */
export const parseSheet = (
  bytes: Uint8Array,
  name: string,
  settings: SheetSettings,
  currency: string,
  limits?: ParseLimits,
): Promise<MappedTable> => readTable({ settings, currency }, toSheetFile(bytes, name), limits)

/**
 * Parses like `parseSheet`, but puts each row into `rows` when it arrives. It rethrows errors of reading `file`.
 * @param account currency (ISO 4217), time zone (IANA name), own fields and categories
 */
export const parseSheetInto = (
  rows: RowStore,
  file: SheetFile,
  settings: SheetSettings,
  account: SheetAccount,
): Promise<TableSections> => runJob({ settings, ...account }, file, rows)

/** Parses like `parseSheet` and adds `words` by column to the read section. */
export const explainSheet = (file: SheetFile, settings: SheetSettings, account: SheetAccount): Promise<MappedTable> =>
  readTable({ settings, ...account, explain: true }, file)

type Job = Omit<ParseJob, 'name' | 'bytes'>

async function readTable(job: Job, file: SheetFile, limits?: ParseLimits): Promise<MappedTable> {
  const rows = new MemoryRecords<MappedRow>()
  return { ...(await runJob(job, file, rows, limits)), rows: [...rows] }
}

async function runJob(job: Job, file: SheetFile, rows: RowStore, limits = chooseLimits(file)): Promise<TableSections> {
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${limits.heapMb}`,
      '--max-semi-space-size=4',
      '--expose-gc',
      '--disable-warning=ExperimentalWarning',
      locateProgram(PROCESS_FILE),
    ],
    {
      env: buildChildEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  let hasTimedOut = false
  const timer = setTimeout(() => {
    hasTimedOut = true
    child.kill('SIGKILL')
  }, limits.timeoutMs)
  try {
    return await runChild(child, { job, file, rows, hasTimedOut: () => hasTimedOut })
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

interface ChildRun {
  job: Job
  file: SheetFile
  rows: RowStore
  hasTimedOut: () => boolean
}

interface Refused {
  code: SheetRefusal
  said: Said
  advice: SheetAdvice[]
}

/** Sends job and file, as fast as the child reads them. @returns the error of reading the file */
async function sendInput(stdin: Writable, job: Job, { name, bytes, chunks }: SheetFile): Promise<unknown> {
  let failure: unknown
  const input = async function* (): AsyncGenerator<string | Uint8Array> {
    yield `${JSON.stringify({ ...job, name, bytes } satisfies ParseJob)}\n`
    try {
      yield* chunks()
    } catch (error) {
      failure = error
      throw error
    }
  }
  // Writing to the pipe fails if the child ends early. The caller reports its exit code.
  await pipeline(input, stdin).catch(() => undefined)
  return failure
}

async function runChild(child: ChildProcess, { job, file, rows, hasTimedOut }: ChildRun): Promise<TableSections> {
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('the parsing process has no pipes')
  const exited = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal ?? String(code)))
  })
  // The promise is awaited below, but may reject earlier.
  exited.catch(() => undefined)
  let stderrText = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrText = (stderrText + text).slice(-STDERR_CHARACTERS)
  })
  const sent = sendInput(stdin, job, file)
  const reader = createTableReader(rows)
  for await (const line of readWholeLines(stdout)) {
    if (line.startsWith('{"refused":')) throw parseRefusal(line)
    reader.add(line)
  }
  const exitStatus = await exited
  const failure = await sent
  if (failure !== undefined) throw failure
  const sections = reader.sections()
  if (exitStatus === '0' && sections) return sections
  throw new SheetRefused('unreadable_file', explainEnd(hasTimedOut(), stderrText), {
    cause: new Error(`parsing process ended with ${exitStatus}: ${stderrText}`),
  })
}

function parseRefusal(line: string): SheetRefused {
  const { refused } = JSON.parse(line) as { refused: Refused }
  return new SheetRefused(refused.code, refused.said, { advice: refused.advice })
}

function explainEnd(hasTimedOut: boolean, stderrText: string): Said {
  if (hasTimedOut) return say('reading_too_slow')
  if (stderrText.includes(RowCountDefect.name)) return say('rows_miscounted')
  if (/heap out of memory|heap limit/i.test(stderrText)) return say('reading_needs_memory')
  return say('reading_failed')
}
