import { writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { request } from 'undici'
import { createClient } from '../../client/client.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { accountPrefix } from '../../contract/temporal.ts'
import { scopes, type Scope } from '../../contract/scopes.ts'
import type { Shoot } from '../../contract/api/shoots.ts'
import { createSilentLog } from '../../platform/log.ts'
import { exportCalendarFile, issueFeedAddress } from '../../worker/control/calendars.ts'
import type { RefreshLimits } from '../../worker/calendars/refresher.ts'
import { calendarRoute, type CalendarContext } from '../../worker/ingress/calendars.ts'
import { openIngress } from '../../worker/ingress/server.ts'
import { openState } from '../../state/database/open.ts'
import { createWithLock } from '../../state/hosts/withLock.ts'
import { addKey, createAccount } from '../support/account.ts'
import { createApi, type Api } from '../support/api.ts'
import { newStateUrl, toStateFile } from '../support/stateUrl.ts'
import { createSettings } from '../support/settings.ts'
import { openWorkerSettings } from '../support/workerSettings.ts'
import { runSql } from '../support/database.ts'
import {
  fakeClock,
  startInProcessServer,
  createDataFolder,
  type FakeClock,
  type TestServer,
} from '../support/server.ts'

interface Raw {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
}

/** The API server and the worker's calendar feeds, on one fake clock. */
export interface FeedStudio extends AsyncDisposable {
  clock: FakeClock
  api: Api
  settings: Api
  /** Number of requests for shoots from the worker to the API. */
  requestCount: () => number
  /** Operations of the API that the worker called during some work. */
  callsDuring(work: () => Promise<unknown>): Promise<string[]>
  /** Gives the worker a key without a scope; without an argument, its first key. */
  withoutScope(scope?: Scope): Promise<void>
  ask(path: string, headers?: Record<string, string>, method?: 'GET' | 'HEAD' | 'POST'): Promise<Raw>
  text(path: string): Promise<string>
  /** Creates the address of a feed. @returns its path */
  address(calendar: string, rotate?: boolean): Promise<string>
  /** What `kitroom calendar export` writes. */
  exported(calendar?: string): Promise<string>
  createShoot(fields?: Record<string, unknown>): Promise<Shoot>
  patch(id: string, updates: Record<string, unknown>): Promise<void>
  configure(text: string): void
  /** Changes the studio's time zone. */
  setTimeZone(zone: string): Promise<void>
  stopServer(): Promise<void>
  startServer(): Promise<void>
  /** Replaces the API server with one that never answers. */
  hangServer(): Promise<void>
  stateSql(text: string): Promise<Record<string, unknown>[]>
  apiSql(text: string, ...parameters: string[]): Promise<unknown>
}

function silentServer(): { listen(): Promise<void>; url(): string; close(): void } {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket))
  return {
    listen: () => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve)),
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const PUBLIC = 'https://kitroom.example/studio'

export async function openFeedStudio(options: {
  zone: string
  config: string
  startsAt: string
  times?: RefreshLimits
}): Promise<FeedStudio> {
  const folder = createDataFolder()
  const clock = fakeClock(Date.parse(options.startsAt))
  let server: TestServer = await startInProcessServer(folder.databaseFile, clock)
  const account = await createAccount(folder.dataDir, 'Studio', { timezone: options.zone })
  const stateUrl = await newStateUrl(folder.dataDir)
  const state = Object.assign(await openState(stateUrl, clock), { clockMs: () => Promise.resolve(clock.nowMs()) })
  const calls: string[] = []
  let key = account.api_key
  // The server restarts on another port, so each start needs a new client.
  const clientOf = (): ReturnType<typeof createClient> =>
    createClient({ url: server.url + API_BASE, token: key, retries: 0 })
  let client = clientOf()
  const configFile = join(folder.dataDir, 'kitroom.yaml')
  const configure = (text: string): void => writeFileSync(configFile, text)
  configure(options.config)
  const context: CalendarContext = {
    state,
    api: {
      ...client,
      call: (operation, input, call) => {
        calls.push(operation.id)
        return client.call(operation, input, call)
      },
    },
    clock,
    log: createSilentLog(),
    account: accountPrefix(account.account_id),
    settings: openWorkerSettings(state, clock, configFile),
    publicUrl: PUBLIC,
    withLock: createWithLock(state, clock),
  }
  const routes = [calendarRoute(context, options.times ?? { maxAgeMs: 0 })]
  const ingress = await openIngress({ host: '127.0.0.1', port: 0, routes, log: context.log, isHealthy: () => true })
  const hungServer = silentServer()
  const api = (): Api => createApi(server.url, account.api_key)
  const ask: FeedStudio['ask'] = async (path, headers = {}, method = 'GET') => {
    const answer = await request(ingress.url + path, { method, headers })
    return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) }
  }
  return {
    clock,
    get api() {
      return api()
    },
    get settings() {
      return createSettings(server.url, account.owner_key)
    },
    requestCount: () => calls.filter((id) => id === 'listShoots').length,
    callsDuring: async (work) => {
      const before = calls.length
      await work()
      return calls.slice(before)
    },
    withoutScope: async (scope) => {
      const left = scopes.filter((one) => one !== scope)
      key =
        scope === undefined ? account.api_key : await addKey(folder.databaseFile, account.account_id, { scopes: left })
      await client.close()
      client = clientOf()
    },
    ask,
    text: async (path) => {
      const { status, bytes } = await ask(path)
      if (status !== 200) throw new Error(`${path} answers ${status}: ${bytes.toString()}`)
      return bytes.toString()
    },
    address: async (id, rotate = false) => {
      const { data } = await issueFeedAddress(context, { params: { id }, query: {}, body: { rotate } })
      if (!data.url.startsWith(PUBLIC)) throw new Error(data.url)
      return data.url.slice(PUBLIC.length)
    },
    exported: async (calendar) => {
      const pieces: Uint8Array[] = []
      const query = calendar === undefined ? {} : { calendar }
      for await (const piece of exportCalendarFile(context, {
        params: {},
        query: query as { calendar: string | undefined },
        body: undefined,
      }))
        pieces.push(piece)
      return Buffer.concat(pieces).toString()
    },
    createShoot: async (fields = {}) => {
      const reply = await api().post('/shoots', {
        title: 'Lookbook',
        shoot_date: '2026-04-10',
        shoot_time: '10:00',
        location: 'Studio 1',
        ...fields,
      })
      if (reply.status !== 201) throw new Error(reply.text)
      return reply.item() as unknown as Shoot
    },
    patch: async (id, updates) => {
      const reply = await api().patch(`/shoots/${id}`, { updates })
      if (reply.status !== 200) throw new Error(reply.text)
    },
    configure,
    setTimeZone: async (zone) => {
      const reply = await createSettings(server.url, account.owner_key).patch('/profile', {
        updates: { profile: { timezone: zone } },
      })
      if (reply.status !== 200) throw new Error(reply.text)
    },
    stopServer: () => server.stop(),
    startServer: async () => {
      server = await startInProcessServer(folder.databaseFile, clock)
      await client.close()
      client = clientOf()
    },
    hangServer: async () => {
      await hungServer.listen()
      await client.close()
      client = createClient({ url: hungServer.url() + API_BASE, token: account.api_key, retries: 0 })
    },
    stateSql: (text) => runSql(toStateFile(stateUrl), text),
    apiSql: (text, ...parameters) => runSql(folder.databaseFile, text, ...parameters),
    [Symbol.asyncDispose]: async () => {
      await ingress.close()
      hungServer.close()
      await client.close()
      await state.close()
      await server.stop()
      folder[Symbol.dispose]()
    },
  }
}
