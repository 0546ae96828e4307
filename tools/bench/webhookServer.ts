import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { canPin, NODE_FLAGS } from './process.ts'
import type { ReceiverRequest, DeliveryCounts } from './receiver.ts'

const toPath = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const pinToCore = (core: number): string[] => (canPin ? ['taskset', '-c', String(core)] : [])

export interface BenchReceiver {
  port: number
  setSecrets(secrets: Record<string, string>): Promise<void>
  /** Counts since the last call. */
  count(): Promise<DeliveryCounts>
  stop(): void
}

export async function startReceiver(): Promise<BenchReceiver> {
  const [execPath = process.execPath, ...args] = pinToCore(1)
  const child = fork(toPath('receiver.ts'), { execPath, execArgv: canPin ? [...args, process.execPath] : [] })
  const nextMessage = async <T>(): Promise<T> => ((await once(child, 'message')) as [T])[0]
  const { port } = await nextMessage<{ port: number }>()
  const sendRequest = async <T>(message: ReceiverRequest): Promise<T> => {
    child.send(message)
    return nextMessage<T>()
  }
  return {
    port,
    setSecrets: async (secrets) => void (await sendRequest({ ask: 'secrets', secrets })),
    count: () => sendRequest<DeliveryCounts>({ ask: 'count' }),
    stop: () => child.disconnect(),
  }
}

export interface BenchServer {
  url: string
  pid: number
  settings<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>
  stop(): Promise<void>
}

async function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const match = /"url":"([^"]+)"[^\n]*"listening"/.exec(chunk.toString())
      if (match?.[1]) resolve(match[1])
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

export async function startServer(
  databaseUrl: string,
  folder: string,
  ownerKey: string,
  receiverPort: number,
): Promise<BenchServer> {
  const [command, ...args] = [...pinToCore(0), process.execPath, ...NODE_FLAGS, toPath('../../server/main.ts')]
  const serverEnvironment = {
    KITROOM_DATABASE_URL: databaseUrl,
    KITROOM_DATA_DIR: folder,
    KITROOM_WEBHOOK_ALLOW: `127.0.0.1/32:${receiverPort}`,
  }
  const child = spawn(command, args, {
    env: { ...process.env, ...serverEnvironment, KITROOM_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await readUrl(child)
  return {
    url,
    pid: child.pid ?? 0,
    async settings<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
      const headers = {
        authorization: `Bearer ${ownerKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const response = await request(`${url}/settings/v1${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.body.text()
      if (response.statusCode >= 300) throw new Error(`${method} ${path} was refused: ${text}`)
      return (JSON.parse(text) as { data: T }).data
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
