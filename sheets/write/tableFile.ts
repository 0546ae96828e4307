import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { PlanSummary } from '../../contract/control.ts'
import { childEnvironment } from '../childEnvironment.ts'

type TableFormat = 'csv' | 'xlsx'

/** First line of the child's input; `sheetBytes` bytes of the sheet follow, then one JSON row per line. */
export type TableJob = { format: TableFormat; sheetBytes: number } & ({ kind: 'gear'; clearToken: string } | { kind: 'report'; head: PlanSummary })

const HEAP_MB = 512
const TIMEOUT_MS = 300_000
const STDERR_CHARACTERS = 4000
const PROCESS_FILE = fileURLToPath(new URL('tableProcess.ts', import.meta.url))

async function writeInput(
  stdin: NodeJS.WritableStream,
  job: TableJob,
  sheet: Uint8Array,
  lines: AsyncIterable<unknown>,
  signal: AbortSignal,
): Promise<void> {
  stdin.write(`${JSON.stringify(job)}\n`)
  stdin.write(sheet)
  for await (const line of lines) if (!stdin.write(`${JSON.stringify(line)}\n`)) await once(stdin, 'drain', { signal })
  stdin.end()
}

/**
 * Writes a table in a child process, so that a large one does not block the worker or use its memory.
 * @param sheet the sheet to annotate; may be empty
 * @param lines gear items or report rows
 * @throws Error when the child fails: the yielded bytes are then incomplete
 */
export async function* writeTableFile(job: TableJob, sheet: Uint8Array, lines: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  const args = [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning', PROCESS_FILE]
  const child = spawn(process.execPath, args, {
    env: childEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  const over = new AbortController()
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal ?? String(code)))
  })
  ended.catch(() => undefined)
  void ended.finally(() => over.abort()).catch(() => undefined)
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-STDERR_CHARACTERS)))
  // A child that dies early breaks the pipe; its end is reported below.
  child.stdin.on('error', () => undefined)
  let fault: unknown
  const fed = writeInput(child.stdin, job, sheet, lines, over.signal).catch((error: unknown) => {
    if (!over.signal.aborted) fault = error
    child.kill('SIGKILL')
  })
  try {
    for await (const chunk of child.stdout) yield chunk as Uint8Array
    const end = await ended
    await fed
    if (fault !== undefined) throw fault
    if (end !== '0') throw new Error(`the process that writes a table ended with ${end}: ${complaint}`)
  } finally {
    child.kill('SIGKILL')
  }
}
