import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface Ran {
  code: number | null
  out: string
  err: string
}

export interface Started {
  child: ChildProcess
  /** What it wrote so far. */
  out(): string
  err(): string
  /** Resolves when both outputs together match; rejects when the process ends or the time is up first. */
  says(pattern: RegExp, withinMs: number): Promise<void>
  ended: Promise<Ran>
}

/** Starts a file of the project with this Node, as its own process. */
export function startFile(file: string, args: readonly string[], env: Record<string, string | undefined>, input?: string): Started {
  // Compiled code is kept as bin/run.mjs does it, also where a test gives a process nothing else.
  const cached = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env }
  const child = spawn(process.execPath, [file, ...args], { cwd: ROOT, env: cached, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  const listeners = new Set<() => void>()
  const heard = (): void => listeners.forEach((listener) => listener())
  child.stdout?.setEncoding('utf8').on('data', (text: string) => ((out += text), heard()))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => ((err += text), heard()))
  child.stdin?.end(input)
  const ended = new Promise<Ran>((resolve) => child.once('close', (code) => resolve({ code, out, err })))
  const says = (pattern: RegExp, withinMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const fail = (why: string): void => reject(new Error(`${file} ${why} before it said ${String(pattern)}:\n${out}\n${err}`))
      const timer = setTimeout(() => fail(`ran ${withinMs} ms`), withinMs)
      const look = (): void => {
        if (!pattern.test(out + err)) return
        clearTimeout(timer)
        listeners.delete(look)
        resolve()
      }
      listeners.add(look)
      void ended.then(() => fail('ended'))
      look()
    })
  return { child, out: () => out, err: () => err, says, ended }
}

/** Runs a file of the project to its end. */
export const runFile = (file: string, args: readonly string[], env: Record<string, string | undefined>, input?: string): Promise<Ran> =>
  startFile(file, args, env, input).ended
