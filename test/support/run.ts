import { spawn, type ChildProcess } from 'node:child_process'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from './programs.ts'
import { HANG_GUARD_MS } from './wait.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A process that has ended. `code` is null after a signal. */
export interface CommandResult {
  code: number | null
  out: string
  err: string
}

export interface StartedProcess {
  child: ChildProcess
  out(): string
  err(): string
  /** Waits until the output matches. @throws when the process ends before @param withinMs a hang guard */
  waitForOutput(pattern: RegExp, withinMs?: number): Promise<void>
  ended: Promise<CommandResult>
}

/** @param input its standard input; `null` leaves it open for the test */
export function startFile(
  file: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
  input?: string | null,
): StartedProcess {
  // The compile cache of bin/run.mjs, even when the test passes an empty environment.
  const withCache = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env }
  const child = spawn(process.execPath, [isAbsolute(file) ? file : findProgram(file), ...args], {
    cwd: ROOT,
    env: withCache,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  const listeners = new Set<() => void>()
  const notify = (): void => listeners.forEach((listener) => listener())
  child.stdout?.setEncoding('utf8').on('data', (text: string) => ((out += text), notify()))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => ((err += text), notify()))
  if (input !== null) child.stdin?.end(input)
  const ended = new Promise<CommandResult>((resolve) => child.once('close', (code) => resolve({ code, out, err })))
  const waitForOutput = (pattern: RegExp, withinMs = HANG_GUARD_MS): Promise<void> =>
    new Promise((resolve, reject) => {
      const fail = (reason: string): void =>
        reject(new Error(`${file} ${reason} before its output matched ${String(pattern)}:\n${out}\n${err}`))
      const timer = setTimeout(() => fail(`ran ${withinMs} ms`), withinMs)
      const check = (): void => {
        if (!pattern.test(out + err)) return
        clearTimeout(timer)
        listeners.delete(check)
        resolve()
      }
      listeners.add(check)
      void ended.then(() => fail('ended'))
      check()
    })
  return { child, out: () => out, err: () => err, waitForOutput, ended }
}

export const runFile = (
  file: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
  input?: string,
): Promise<CommandResult> => startFile(file, args, env, input).ended
