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

// The prefix makes the kernel end the child when we are killed; BusyBox has a setpriv without it, so it is tried once.
function deathSignalPrefix(path: string | undefined): string[] {
  if (deathSignal?.path === path) return deathSignal?.prefix ?? []
  const setpriv = process.platform === 'linux' ? findOnPath('setpriv', path) : undefined
  const args = ['--pdeathsig', 'TERM']
  const works = setpriv !== undefined && spawnSync(setpriv, [...args, process.execPath, '--version'], { stdio: 'ignore' }).status === 0
  deathSignal = { path, prefix: works ? [setpriv, ...args] : [] }
  return deathSignal.prefix
}

/** Starts a process that ends with us and that a terminal's Ctrl-C does not reach, so that we choose the order in which ours stop. */
export function startChild(command: string, args: readonly string[], options: ChildOptions): ChildProcess {
  const [first, ...rest] = [...deathSignalPrefix(options.env['PATH']), command, ...args]
  const child = spawn(first ?? command, rest, { ...options, detached: process.platform !== 'win32', windowsHide: true })
  living.add(child)
  child.once('exit', () => living.delete(child))
  return child
}

/** Sends a signal to every process that was started and still runs. */
export function signalAllChildren(signal: NodeJS.Signals): void {
  for (const child of living) child.kill(signal)
}

/** Resolves when the process has ended; a process that could not be started ends with code 127. */
export const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => {
      if (child.pid === undefined) resolve({ code: 127, signal: null })
    })
  })

/** How a process ended, for a sentence. */
export const describeExit = ({ code, signal }: Exit): string => (signal ? `was ended by ${signal}` : `ended with code ${code}`)

/** Asks a child to end, kills it after `graceMs`; resolves with how it ended. */
export async function stopChild(child: ChildProcess, exited: Promise<Exit>, graceMs: number): Promise<Exit> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  try {
    return await exited
  } finally {
    clearTimeout(timer)
  }
}
