import { fork, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { TargetRequest, Canned, TargetReply } from './target.ts'

const has = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

/** True when server and load can be pinned to separate cores. */
export const canPin = process.platform === 'linux' && availableParallelism() > 1 && has('taskset')
export const hasWrk = process.platform !== 'win32' && has('wrk')

/** Flags of `npm run server`. */
export const NODE_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=20']

export type { Canned } from './target.ts'

export interface Target {
  url: string
  usage(): Promise<{ cpuUs: number; rssBytes: number }>
  answer(canned: Canned): Promise<void>
  stop(): Promise<void>
}

async function ask(child: ChildProcess, message: TargetRequest): Promise<TargetReply> {
  const done = new AbortController()
  const ended = once(child, 'exit', { signal: done.signal }).then(([code]) => {
    throw new Error(`the measured server ended with ${String(code)}`)
  })
  const answered = once(child, 'message', { signal: done.signal }).then(([reply]) => reply as TargetReply)
  child.send(message)
  try {
    return await Promise.race([answered, ended])
  } finally {
    ended.catch(() => undefined)
    done.abort()
  }
}

/** Starts a server to be measured; pinned to core 0 where possible. */
export async function startTarget(...args: string[]): Promise<Target> {
  const file = fileURLToPath(new URL('target.ts', import.meta.url))
  const child = fork(file, args, canPin ? { execPath: 'taskset', execArgv: ['-c', '0', process.execPath, ...NODE_FLAGS] } : { execArgv: NODE_FLAGS })
  const { url } = await new Promise<{ url: string }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { url: string }))
    child.once('exit', (code) => reject(new Error(`the server could not start (exit ${code})`)))
  })
  return {
    url,
    usage: async () => (await ask(child, { ask: 'usage' })) as { cpuUs: number; rssBytes: number },
    async answer(canned) {
      await ask(child, { ask: 'answer', canned })
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.send({ ask: 'stop' } satisfies TargetRequest)
      }),
  }
}
