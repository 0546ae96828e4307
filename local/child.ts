import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process'
import { findOnPath } from './onPath.ts'

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface ChildOptions {
  env: Record<string, string | undefined>
  stdio: StdioOptions
  cwd?: string
}

const living = new Set<ChildProcess>()

let deathSignal: { path: string | undefined; prefix: string[] } | undefined

// Makes the kernel end the child when this process is killed. Tried once, because BusyBox's setpriv lacks the option.
function deathSignalPrefix(path: string | undefined): string[] {
  if (deathSignal?.path === path) return deathSignal?.prefix ?? []
  const setpriv = process.platform === 'linux' ? findOnPath('setpriv', path) : undefined
  const args = ['--pdeathsig', 'TERM']
  const works = setpriv !== undefined && spawnSync(setpriv, [...args, process.execPath, '--version'], { stdio: 'ignore' }).status === 0
  deathSignal = { path, prefix: works ? [setpriv, ...args] : [] }
  return deathSignal.prefix
}

/** Starts a process that ends with this one but ignores the terminal's Ctrl-C, so that processes stop in our order. */
export function startChild(command: string, args: readonly string[], options: ChildOptions): ChildProcess {
  const [first, ...rest] = [...deathSignalPrefix(options.env['PATH']), command, ...args]
  const child = spawn(first ?? command, rest, { ...options, detached: process.platform !== 'win32', windowsHide: true })
  living.add(child)
  child.once('exit', () => living.delete(child))
  return child
}

export function signalAllChildren(signal: NodeJS.Signals): void {
  for (const child of living) child.kill(signal)
}

/** Resolves when the process has ended; with code 127 when it could not be started. */
export const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => {
      if (child.pid === undefined) resolve({ code: 127, signal: null })
    })
  })

export const describeExit = ({ code, signal }: Exit): string => (signal ? `was ended by ${signal}` : `ended with code ${code}`)

/** Terminates a child, killing it after `graceMs`. @returns how it ended */
export async function stopChild(child: ChildProcess, exited: Promise<Exit>, graceMs: number): Promise<Exit> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  try {
    return await exited
  } finally {
    clearTimeout(timer)
  }
}
