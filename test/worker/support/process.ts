import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

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

const matches = (line: Record<string, unknown>, message: string | RegExp): boolean =>
  typeof message === 'string' ? line['msg'] === message : message.test(String(line['msg']))

export function startProcess(file: string, env: Record<string, string | undefined>): Started {
  const child: ChildProcess = spawn(process.execPath, [root + file], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const log: Record<string, unknown>[] = []
  let listeners: (() => void)[] = []
  let errors = ''
  const wake = (): void => listeners.splice(0).forEach((listener) => listener())
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    log.push(line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : { msg: line })
    wake()
  })
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  void exited.then(wake)
  const waitForLog = async (message: string | RegExp): Promise<Record<string, unknown>> => {
    for (;;) {
      const line = log.find((entry) => matches(entry, message))
      if (line) return line
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`${file} ended before it said ${message}: ${errors}${JSON.stringify(log.slice(-5))}`)
      await new Promise<void>((resolve) => listeners.push(resolve))
    }
  }
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return exited
  }
  const stop = (): Promise<number | null> => end('SIGTERM')
  return {
    pid: child.pid ?? 0,
    log,
    errors: () => errors,
    waitForLog,
    kill: async () => void (await end('SIGKILL')),
    stop,
    exited,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}
