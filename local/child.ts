import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process'
import { findOnPath } from './findOnPath.ts'

export interface ProcessExit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface ChildOptions {
  env: Record<string, string | undefined>
  stdio: StdioOptions
  cwd?: string
}

const runningChildren = new Set<ChildProcess>()

let cachedPrefix: { path: string | undefined; prefix: string[] } | undefined

// Finds a command prefix that makes the kernel end the child when this process is killed. It is tested once, because
// BusyBox's setpriv lacks the option.
function findDeathSignalPrefix(path: string | undefined): string[] {
  if (cachedPrefix?.path === path) return cachedPrefix?.prefix ?? []
  const setpriv = process.platform === 'linux' ? findOnPath('setpriv', path) : undefined
  const args = ['--pdeathsig', 'TERM']
  const isSupported =
    setpriv !== undefined &&
    spawnSync(setpriv, [...args, process.execPath, '--version'], { stdio: 'ignore' }).status === 0
  cachedPrefix = { path, prefix: isSupported ? [setpriv, ...args] : [] }
  return cachedPrefix.prefix
}

/**
 * Starts a process that ends with this one but ignores the terminal's Ctrl-C, so that Kitroom stops its processes in
 * order.
 */
export function startChild(command: string, args: readonly string[], options: ChildOptions): ChildProcess {
  const [program, ...rest] = [...findDeathSignalPrefix(options.env['PATH']), command, ...args]
  const child = spawn(program ?? command, rest, {
    ...options,
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  runningChildren.add(child)
  child.once('exit', () => runningChildren.delete(child))
  return child
}

export function signalAllChildren(signal: NodeJS.Signals): void {
  for (const child of runningChildren) child.kill(signal)
}

/** Resolves when the process has ended; with code 127 if it could not be started. */
export const waitForExit = (child: ChildProcess): Promise<ProcessExit> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => {
      if (child.pid === undefined) resolve({ code: 127, signal: null })
    })
  })

export const describeExit = ({ code, signal }: ProcessExit): string =>
  signal ? `was ended by ${signal}` : `ended with code ${code}`

/** Sends SIGTERM to a child, and SIGKILL after `graceMs`. @returns its exit */
export async function stopChild(
  child: ChildProcess,
  exited: Promise<ProcessExit>,
  graceMs: number,
): Promise<ProcessExit> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  try {
    return await exited
  } finally {
    clearTimeout(timer)
  }
}
