import { startProcess, type Started } from '../../worker/support/process.ts'

export type MemberKind = 'server' | 'worker'

/** A server or a worker that is started again after it was killed. */
export interface Member extends AsyncDisposable {
  name: string
  kind: MemberKind
  /** Lines of the logs of all its processes. */
  log: () => readonly Record<string, unknown>[]
  /** Where it listens: the API of a server, the ingress of a worker. Undefined while it does not run. */
  url: () => string | undefined
  start: () => Promise<void>
  /** kill -9. */
  kill: () => Promise<void>
  /** SIGSTOP, and SIGCONT for `false`. */
  pause: (isPaused: boolean) => void
  /** SIGTERM. @throws unless it ends with 0 */
  stop: () => Promise<void>
  /** Changes the source tree that later starts run. */
  useTree: (tree: string) => void
}

interface MemberOptions {
  name: string
  kind: MemberKind
  env: () => Record<string, string | undefined>
}

const FILES = { server: 'server/main.ts', worker: 'worker/main.ts' } as const
const READY = {
  server: { message: 'listening', field: 'url' },
  worker: { message: 'ready', field: 'ingress' },
} as const

export function createMember({ name, kind, env }: MemberOptions): Member {
  const processes: Started[] = []
  let current: Started | undefined
  let url: string | undefined
  let tree: string | undefined
  const start = async (): Promise<void> => {
    const started = startProcess(FILES[kind], env(), tree)
    processes.push(started)
    current = started
    const line = await started.waitForLog(READY[kind].message)
    url = String(line[READY[kind].field])
  }
  const stop = async (): Promise<void> => {
    const stopped = current
    current = undefined
    url = undefined
    const code = await stopped?.stop()
    if (stopped && code !== 0)
      throw new Error(`${name} ended with ${code}: ${stopped.errors()} ${JSON.stringify(stopped.log.slice(-5))}`)
  }
  return {
    name,
    kind,
    log: () => processes.flatMap(({ log }) => log),
    url: () => url,
    start,
    kill: async () => {
      const killed = current
      current = undefined
      url = undefined
      await killed?.kill()
    },
    pause: (isPaused) => {
      if (current) process.kill(current.pid, isPaused ? 'SIGSTOP' : 'SIGCONT')
    },
    stop,
    useTree: (path) => void (tree = path),
    [Symbol.asyncDispose]: stop,
  }
}
