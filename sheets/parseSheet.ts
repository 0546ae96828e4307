import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ROW_COUNT_DEFECT, RowCountDefect } from './mapping/rowGroups.ts'
import { childEnvironment } from './childEnvironment.ts'
import { createTableReader } from './packTable.ts'
import { isWorkbook } from './readers/isWorkbook.ts'
import type { SheetSettings } from './settings.ts'
import { SheetRefused, type MappedTable, type SheetRefusal } from './types.ts'

/** First line of the child's input; the file's bytes follow. */
export interface ParseJob {
  name: string
  settings: SheetSettings
  currency: string
  /** Adds the words found in enumeration columns. */
  explain?: boolean
}

export interface ParseLimits {
  timeoutMs: number
  heapMb: number
}

/** A workbook's cells carry more than text. */
const HEAP_MB = { text: 512, workbook: 768 }
const TIMEOUT_MS = 20_000
/** Additional time per MiB: on a slow machine text takes a second, a compressed workbook six. */
const TIMEOUT_MS_PER_MIB = { text: 1_000, workbook: 6_000 }

function limitsFor(bytes: Uint8Array): ParseLimits {
  const kind = isWorkbook(bytes) ? 'workbook' : 'text'
  return { heapMb: HEAP_MB[kind], timeoutMs: TIMEOUT_MS + Math.ceil(bytes.length / 2 ** 20) * TIMEOUT_MS_PER_MIB[kind] }
}

const PROCESS_FILE = fileURLToPath(new URL('parseSheetProcess.ts', import.meta.url))
const STDERR_CHARACTERS = 4000

/**
 * Parses and maps a sheet in a child process with limits, so that a bad file cannot harm the worker. A thread was rejected: it leaves the worker 75
 * MB larger, and its crash is the worker's.
 * @param name its extension gives the file type
 * @param currency ISO 4217
 * @throws SheetRefused when unusable; `unreadable_file` also for time, memory and crashes
 */
export const planSheet = (
  bytes: Uint8Array,
  name: string,
  settings: SheetSettings,
  currency: string,
  limits: ParseLimits = limitsFor(bytes),
): Promise<MappedTable> => runJob({ name, settings, currency }, bytes, limits)

/** Like `planSheet`, with `words` by column in the read section. */
export const explainSheet = (bytes: Uint8Array, name: string, settings: SheetSettings, currency: string): Promise<MappedTable> =>
  runJob({ name, settings, currency, explain: true }, bytes, limitsFor(bytes))

async function runJob(job: ParseJob, bytes: Uint8Array, limits: ParseLimits): Promise<MappedTable> {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${limits.heapMb}`, '--max-semi-space-size=1', '--disable-warning=ExperimentalWarning', PROCESS_FILE],
    {
      env: childEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    child.kill('SIGKILL')
  }, limits.timeoutMs)
  try {
    return await exchange(child, `${JSON.stringify(job)}\n`, bytes, () => timedOut)
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

interface Refused {
  code: SheetRefusal
  message: string
}

async function exchange(child: ChildProcess, job: string, bytes: Uint8Array, isLate: () => boolean): Promise<MappedTable> {
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('the parsing process has no pipes')
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal ?? String(code)))
  })
  // Awaited later; it may fail before.
  ended.catch(() => undefined)
  let complaint = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-STDERR_CHARACTERS)
  })
  // A child that dies early breaks the pipe; its end is reported below.
  stdin.on('error', () => undefined)
  stdin.write(job)
  stdin.end(bytes)
  const reader = createTableReader()
  for await (const line of createInterface({ input: stdout, crlfDelay: Infinity })) {
    if (line.startsWith('{"refused":')) throw refusalOf(line)
    reader.add(line)
  }
  const end = await ended
  const table = reader.table()
  if (end === '0' && table) return table
  throw new SheetRefused('unreadable_file', explainEnd(isLate(), complaint), { cause: new Error(`parsing process ended with ${end}: ${complaint}`) })
}

function refusalOf(line: string): SheetRefused {
  const { refused } = JSON.parse(line) as { refused: Refused }
  return new SheetRefused(refused.code, refused.message)
}

function explainEnd(isLate: boolean, complaint: string): string {
  if (isLate) return 'Reading the file took too long and was stopped. Split the sheet, or remove columns and rows that are no gear.'
  if (complaint.includes(RowCountDefect.name)) return ROW_COUNT_DEFECT
  if (/heap out of memory|heap limit/i.test(complaint)) return 'Reading the file needs more memory than a sheet may use. Split it into smaller files.'
  return 'The file could not be read to its end. Open it in a spreadsheet program, save it anew and try again.'
}
