import { hash, randomUUID } from 'node:crypto'
import { RequestClaims, type SignedTarget } from '../../../contract/control/signedRequest.ts'
import { settingsScopes } from '../../../contract/scopes.ts'
import { systemClock, type Clock } from '../../../platform/clock.ts'
import { openDatabase } from '../../../platform/sql/open.ts'
import { createRequestSigner } from '../../../server/console/requestSigner.ts'
import type { Actor } from '../../../server/auth/keyCache.ts'
import { addKey } from '../../support/account.ts'
import { openBrowser, type Browser } from '../../support/console.ts'
import { startInProcessServer, type InProcessServer } from '../../support/server.ts'
import { databaseUrl } from '../../support/testDatabase.ts'
import { testTemporal } from '../../support/temporal.ts'
import { startRecordingProxy, type RecordedRequest, type RecordingProxy } from './recordingProxy.ts'
import { cameras, csv } from './sheets.ts'
import { mainSource, openStudio, type Studio, type StudioOptions } from './studio.ts'

export const BASE = '/console/api/worker/v1'
const LIST_KEYS = '/console/api/signing-keys'

/** A studio whose console reaches the worker through a proxy that records, as the worker reaches the API. */
export interface SignedStudio extends AsyncDisposable {
  studio: Studio
  /** Before the API, for the worker only. */
  api: RecordingProxy
  /** Before the worker's listener for other machines. */
  wire: RecordingProxy
  workerUrl: string
  /** Another server of the database than the one that the worker asks. */
  server: InProcessServer
  browser: Browser
  signIn(url: string): Promise<Browser>
  /** How often the worker has read the list of signing keys. */
  countKeyReads(): number
}

export async function openSignedStudio(options: StudioOptions = {}): Promise<SignedStudio> {
  const env = {
    KITROOM_CONTROL_PORT: '0',
    KITROOM_CONTROL_NAMES: 'worker.example, 127.0.0.1',
    KITROOM_TRUSTED_PROXIES: '127.0.0.1',
  }
  const studio = await openStudio(testTemporal(), {
    config: mainSource,
    ...options,
    workerEnv: { ...env, ...options.workerEnv },
  })
  studio.writeSheet('sheet.csv', csv(cameras(3)))
  const api = await startRecordingProxy(studio.server.url)
  await studio.worker.stop()
  await studio.startWorker({ KITROOM_URL: api.url })
  const workerUrl = String((await studio.worker.waitForLog('ready'))['control'])
  const wire = await startRecordingProxy(workerUrl)
  const { databaseFile } = studio.folder
  const server = await startInProcessServer(databaseFile, undefined, {
    workerUrl: wire.url,
    trustedProxies: ['127.0.0.1'],
  })
  const ownerKey = await addKey(databaseFile, studio.accountId, { kind: 'owner' })
  const apiKey = await addKey(databaseFile, studio.accountId, {})
  const signIn = async (url: string): Promise<Browser> => {
    const browser = openBrowser(url)
    const { status } = await browser.signIn({ api_key: apiKey, owner_key: ownerKey })
    if (status !== 201) throw new Error(`signing in was answered ${status}`)
    return browser
  }
  return {
    studio,
    api,
    wire,
    workerUrl,
    server,
    browser: await signIn(server.url),
    signIn,
    countKeyReads: () => api.requests.filter(({ target }) => target === LIST_KEYS).length,
    async [Symbol.asyncDispose]() {
      await server.stop()
      await studio[Symbol.asyncDispose]()
      await Promise.all([api[Symbol.asyncDispose](), wire[Symbol.asyncDispose]()])
    },
  }
}

/** A server's signer for one account, to sign what a server would never sign. */
export interface TestSigner extends AsyncDisposable {
  sign(
    request: Pick<RecordedRequest, 'method' | 'target'> & { body?: string; account?: string },
  ): Promise<RecordedRequest>
}

export async function openSigner({ studio, wire }: SignedStudio, clock: Clock = systemClock): Promise<TestSigner> {
  const db = await openDatabase(await databaseUrl(studio.folder.databaseFile))
  const signer = createRequestSigner(db, clock)
  return {
    async sign({ method, target, body = '', account = studio.accountId }) {
      const { host } = new URL(wire.url)
      const key = { keyId: randomUUID(), keyName: 'Anna', keyHint: 'ok_studio_…abcd', scopes: new Set(settingsScopes) }
      const actor = { ...key, account, sessionId: randomUUID() } as unknown as Actor
      const signed = { sha256: hash('sha256', body, 'hex') }
      const request: SignedTarget = { method, target, host }
      const authorization = await signer.sign({ ...request, actor, ip: '203.0.113.9', body: signed })
      return { method, target, headers: { host, authorization }, body: Buffer.from(body) }
    },
    async [Symbol.asyncDispose]() {
      await signer.close()
      await db.close()
    },
  }
}

/** Splits an Authorization header into its claims and its signature. */
export function readClaims({ headers }: RecordedRequest): { claims: RequestClaims; signature: string } {
  const [, encoded = '', signature = ''] = /^Kitroom-Request (.*)\.(.*)$/.exec(headers['authorization'] ?? '') ?? []
  return { claims: RequestClaims.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString())), signature }
}
