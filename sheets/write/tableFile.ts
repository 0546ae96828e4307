import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { CustomField } from '../../contract/api/customFields.ts'
import type { PlanSummary } from '../../contract/control/control.ts'
import { locateProgram } from '../../platform/programFile.ts'
import { buildChildEnvironment } from '../buildChildEnvironment.ts'

type TableFormat = 'csv' | 'xlsx'

/** First line of the child's input; `sheetBytes` bytes of the sheet follow, then one JSON row per line. */
export type TableJob = { format: TableFormat; sheetBytes: number } & (
  | { kind: 'gear'; clearToken: string; fields: readonly CustomField[] }
  | { kind: 'report'; head: PlanSummary }
)

const HEAP_MB = 512
const TIMEOUT_MS = 300_000
const STDERR_CHARACTERS = 4000
const PROCESS_FILE = new URL('tableProcess.ts', import.meta.url)

async function writeInput(
  stdin: NodeJS.WritableStream,
  job: TableJob,
  sheet: AsyncIterable<Uint8Array>,
  lines: AsyncIterable<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const write = async (piece: string | Uint8Array): Promise<void> => {
    if (!stdin.write(piece)) await once(stdin, 'drain', { signal })
  }
  await write(`${JSON.stringify(job)}\n`)
  for await (const chunk of sheet) await write(chunk)
  for await (const line of lines) await write(`${JSON.stringify(line)}\n`)
  stdin.end()
}

/**
 * Writes a table in a child process, so that a large one neither blocks the parent process nor uses its memory.
 * @param sheet the bytes of the sheet to annotate, as many as the job says
 * @param lines gear items or report rows
 * @throws Error when the child fails: the yielded bytes are then incomplete
 */
export async function* writeTableFile(
  job: TableJob,
  sheet: AsyncIterable<Uint8Array>,
  lines: AsyncIterable<unknown>,
): AsyncGenerator<Uint8Array> {
  const args = [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning', locateProgram(PROCESS_FILE)]
  const child = spawn(process.execPath, args, {
    env: buildChildEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  const abort = new AbortController()
  const exited = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal ?? String(code)))
  })
  exited.catch(() => undefined)
  void exited.finally(() => abort.abort()).catch(() => undefined)
  let stderrText = ''
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (stderrText = (stderrText + text).slice(-STDERR_CHARACTERS)))
  // Writing to the pipe fails if the child ends early. Its exit code is reported below.
  child.stdin.on('error', () => undefined)
  let inputError: unknown
  const inputWritten = writeInput(child.stdin, job, sheet, lines, abort.signal).catch((error: unknown) => {
    if (!abort.signal.aborted) inputError = error
    child.kill('SIGKILL')
  })
  try {
    for await (const chunk of child.stdout) yield chunk as Uint8Array
    const exitStatus = await exited
    await inputWritten
    if (inputError !== undefined) throw inputError
    if (exitStatus !== '0') throw new Error(`the process that writes a table ended with ${exitStatus}: ${stderrText}`)
  } finally {
    child.kill('SIGKILL')
  }
}
