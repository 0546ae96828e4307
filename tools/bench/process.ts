import { fork, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { TargetRequest, CannedResponse, TargetReply } from './target.ts'

const isInstalled = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

/** True when server and load can be pinned to separate cores. */
export const canPin = process.platform === 'linux' && availableParallelism() > 1 && isInstalled('taskset')
export const hasWrk = process.platform !== 'win32' && isInstalled('wrk')

/** The Node flags that `npm run server` uses. */
export const NODE_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=60']

export type { CannedResponse } from './target.ts'

export interface MeasuredServer {
  url: string
  usage(): Promise<{ cpuUs: number; rssBytes: number }>
  setResponse(canned: CannedResponse): Promise<void>
  stop(): Promise<void>
}

async function sendRequest(child: ChildProcess, message: TargetRequest): Promise<TargetReply> {
  const cleanup = new AbortController()
  const exited = once(child, 'exit', { signal: cleanup.signal }).then(([code]) => {
    throw new Error(`the measured server ended with ${String(code)}`)
  })
  const replied = once(child, 'message', { signal: cleanup.signal }).then(([reply]) => reply as TargetReply)
  child.send(message)
  try {
    return await Promise.race([replied, exited])
  } finally {
    exited.catch(() => undefined)
    cleanup.abort()
  }
}

/** Starts a server to be measured; pinned to core 0 where possible. */
export async function startMeasuredServer(...args: string[]): Promise<MeasuredServer> {
  const file = fileURLToPath(new URL('target.ts', import.meta.url))
  const child = fork(
    file,
    args,
    canPin ? { execPath: 'taskset', execArgv: ['-c', '0', process.execPath, ...NODE_FLAGS] } : { execArgv: NODE_FLAGS },
  )
  const { url } = await new Promise<{ url: string }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { url: string }))
    child.once('exit', (code) => reject(new Error(`the server could not start (exit ${code})`)))
  })
  return {
    url,
    usage: async () => (await sendRequest(child, { ask: 'usage' })) as { cpuUs: number; rssBytes: number },
    async setResponse(canned) {
      await sendRequest(child, { ask: 'answer', canned })
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.send({ ask: 'stop' } satisfies TargetRequest)
      }),
  }
}
