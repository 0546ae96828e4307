import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findProgram } from '../../support/programs.ts'
import { createLogLines } from './logLines.ts'

/** A process of the project that logs a line when it is ready. */
export interface Started extends AsyncDisposable {
  pid: number
  /** Lines of its log so far, parsed. */
  log: Record<string, unknown>[]
  /** Its standard error so far. */
  errors(): string
  /** Waits for the first log line with this message; rejects when the process ends before. */
  waitForLog(message: string | RegExp): Promise<Record<string, unknown>>
  /** kill -9. */
  kill(): Promise<void>
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>
  exited: Promise<number | null>
}

/** @param tree the folder with the source tree; default: this project */
export function startProcess(file: string, env: Record<string, string | undefined>, tree?: string): Started {
  const program = tree === undefined ? findProgram(file) : join(tree, file)
  const child: ChildProcess = spawn(process.execPath, [program], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const lines = createLogLines()
  let errors = ''
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) =>
    lines.add(line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : { msg: line }),
  )
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  void exited.then(() => lines.end(`${file} ended: ${errors}`))
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return exited
  }
  const stop = (): Promise<number | null> => end('SIGTERM')
  return {
    pid: child.pid ?? 0,
    log: lines.log,
    errors: () => errors,
    waitForLog: lines.waitFor,
    kill: async () => void (await end('SIGKILL')),
    stop,
    exited,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}
