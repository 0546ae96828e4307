import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, type Client } from '../../../client/client.ts'
import { CONTROL_BASE } from '../../../contract/control/control.ts'
import type { KeyScope } from '../../../contract/scopes.ts'
import { addKey, createAccount, type TestAccount } from '../../support/account.ts'
import { startSilentProxy, type SilentProxy } from '../../support/silentProxy.ts'
import { testTemporal } from '../../support/temporal.ts'
import { outcomeOf, sendRemote, type RemoteOutcome, type RemoteReply, type RemoteRequest } from './remoteControl.ts'
import { cameras, csv } from './sheets.ts'
import { mainSource, openStudio, type Studio } from './studio.ts'

/** A name of the control plane. */
export const NAME = 'worker.example'
export const SOURCES = `${CONTROL_BASE}/sources`

interface MadeKey {
  id: string
  key: string
  hint: string
}

/** A studio whose control plane takes keys of other machines, as a trusted proxy reports them. */
export interface RemoteStudio extends AsyncDisposable {
  studio: Studio
  other: TestAccount
  /** Before the API, for the worker only. */
  api: SilentProxy
  /** Lets the source `slow` answer with a sheet. */
  answerSlowSource(): void
  /** Of the control plane for other machines. */
  url: string
  fullKey: string
  makeKey(...scopes: KeyScope[]): Promise<MadeKey>
  raw(path: string, options: RemoteRequest): Promise<RemoteReply>
  sources(options: RemoteRequest): Promise<RemoteOutcome>
  /** Gives the client as a console would use it, with 127.0.0.1 as one of the names. */
  withKey<T>(key: string, work: (client: Client) => Promise<T>): Promise<T>
  /** Makes a plan that waits. @returns its run */
  plan(): Promise<string>
}

/** A server that answers with a sheet on the event `answer`. */
async function startSlowSource(): Promise<{ server: Server; port: number }> {
  const server: Server = createServer(
    (_request, response) => void server.once('answer', () => response.end(csv(cameras(2)))),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

async function withClient<T>(url: string, token: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient({ url, token, retries: 0 })
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}

export async function openRemoteStudio(): Promise<RemoteStudio> {
  const { server: slow, port } = await startSlowSource()
  const studio = await openStudio(testTemporal(), {
    trustedProxies: ['127.0.0.1'],
    config: `${mainSource}  - id: slow\n    url: http://127.0.0.1:${port}/sheet.csv\n`,
    workerEnv: {
      KITROOM_SOURCE_ALLOW: `127.0.0.1/32:${port}`,
      KITROOM_CONTROL_PORT: '0',
      KITROOM_CONTROL_NAMES: `${NAME}, 127.0.0.1`,
      KITROOM_TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  const other = await createAccount(studio.folder.dataDir, 'Other')
  const api = await startSilentProxy(studio.server.url)
  await studio.worker.stop()
  await studio.startWorker({ KITROOM_URL: api.url })
  const url = String((await studio.worker.waitForLog('ready'))['control'])
  const fullKey = await addKey(studio.folder.databaseFile, studio.accountId, { kind: 'owner' })
  studio.writeSheet('sheet.csv', csv(cameras(3)))
  const raw = (path: string, options: RemoteRequest): Promise<RemoteReply> =>
    sendRemote(url, path, { host: NAME, ...options })
  return {
    studio,
    other,
    api,
    answerSlowSource: () => void slow.emit('answer'),
    url,
    fullKey,
    makeKey: async (...scopes) =>
      (await studio.settings.post('/keys', { name: 'Console', kind: 'owner', scopes })).item() as unknown as MadeKey,
    raw,
    sources: (options) => outcomeOf(raw(SOURCES, options)),
    withKey: (key, work) => withClient(url + CONTROL_BASE, key, work),
    async plan() {
      const { run_id: runId } = await studio.sync.start()
      await studio.sync.follow(runId)
      return runId
    },
    async [Symbol.asyncDispose]() {
      await studio[Symbol.asyncDispose]()
      await api[Symbol.asyncDispose]()
      slow.closeAllConnections()
      slow.close()
    },
  }
}

/** Keys, and beginnings of keys, that the worker has logged. */
export function findLoggedKeys({ studio, fullKey, other }: RemoteStudio): string[] {
  const text = JSON.stringify(studio.worker.log)
  const known = [fullKey, other.owner_key].filter((key) => text.includes(key))
  return [...known, ...(text.match(/ok_studio_[0-9A-Za-z]+/g) ?? [])]
}
