import { beforeAll, expect, it } from 'vitest'
import { Session, WORKER_TOKEN_PREFIX, WORKER_TOKEN_SECONDS } from '../../../../contract/console.ts'
import { KeyCaller } from '../../../../contract/settings/caller.ts'
import { API_BASE } from '../../../../contract/api/operations.ts'
import type { Actor } from '../../../../server/auth/keyCache.ts'
import type { AppContext } from '../../../../server/context/context.ts'
import { createWorkerToken } from '../../../../server/console/workerToken.ts'
import { addKey } from '../../../support/account.ts'
import { openBrowser, type Browser } from '../../../support/console.ts'
import { createApi, type Reply } from '../../../support/api.ts'
import { testSecretBox } from '../../../support/secrets.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ fakeClock: true })
const caller = (token: string, query = ''): Promise<Reply> =>
  createSettings(suite.server.url, token).get(`/caller${query}`)

let browser: Browser
let session: Session
beforeAll(async () => {
  const owner = await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, { kind: 'owner' })
  browser = openBrowser(suite.server.url)
  session = Session.parse((await browser.signIn({ api_key: suite.aliceAccount.api_key, owner_key: owner })).data())
})

/** A token as the server makes it for a request to the worker. */
function makeToken(changes: Partial<{ account: string; keyId: string; sessionId: string }> = {}): string {
  const app = { secrets: testSecretBox, clock: suite.clock } as unknown as AppContext
  const actor = {
    account: session.account_id,
    keyId: session.owner_key?.id ?? '',
    sessionId: session.id,
    ...changes,
  } as Actor
  return createWorkerToken(app, actor, '203.0.113.9')
}

it('names account, scopes and key of the session, for a minute', async () => {
  const token = makeToken()
  const reply = await caller(token, '?for=approveRun')
  expect(KeyCaller.parse(reply.item())).toMatchObject({
    account_id: session.account_id,
    key_id: session.owner_key?.id,
    scopes: session.owner_key?.scopes,
  })
  await suite.flushAudit()
  const settings = createSettings(suite.server.url, suite.aliceAccount.owner_key)
  const [entry] = (await settings.get(`/audit?request_id=${reply.headers['request-id']}`)).items()
  expect(entry).toMatchObject({
    key_id: session.owner_key?.id,
    session_id: session.id,
    query: 'for=approveRun',
    ip: '203.0.113.9',
  })
  suite.clock.move(WORKER_TOKEN_SECONDS * 1000)
  expect(await caller(token)).toBeProblem(401, 'invalid_api_key')
  expect((await caller(token, '?continued=true')).status, 'a request that has begun continues').toBe(200)
})

it('opens nothing but this question', async () => {
  const token = makeToken()
  const settings = createSettings(suite.server.url, token)
  for (const path of ['/keys', '/sessions', '/audit', '/profile'])
    expect(await settings.get(path)).toBeProblem(401, 'invalid_api_key')
  expect(await createApi(suite.server.url, token).get(`/${API_BASE}/gear`)).toBeProblem(401, 'invalid_api_key')
  expect(await settings.post('/keys', { name: 'x', scopes: ['gear:read'] })).toBeProblem(401, 'invalid_api_key')
})

it('is refused when it is forged, of another purpose, another account or another key', async () => {
  const token = makeToken()
  const other = testSecretBox.seal('{}', 'webhook')
  const forged = [
    `${token.slice(0, -2)}AA`,
    `${WORKER_TOKEN_PREFIX}v1.AAAA`,
    WORKER_TOKEN_PREFIX,
    WORKER_TOKEN_PREFIX + other,
    makeToken({ account: '019d33aa-9b10-7000-8000-00000000000a' }),
    makeToken({ sessionId: '019d33aa-9b10-7000-8000-00000000000a' }),
    makeToken({ keyId: session.api_key.id }),
  ]
  for (const text of forged) expect(await caller(text), text).toBeProblem(401, 'invalid_api_key')
})

it('ends with the session’s owner key, and with the session, at once', async () => {
  const token = makeToken()
  expect((await caller(token)).status).toBe(200)
  await browser.send('PATCH', '/console/api/session', { owner_key: suite.aliceAccount.owner_key })
  expect(await caller(token)).toBeProblem(401, 'invalid_api_key')
  const next = Session.parse((await browser.send('GET', '/console/api/session')).data())
  const second = makeToken({ keyId: next.owner_key?.id ?? '' })
  expect((await caller(second)).status).toBe(200)
  await browser.send('DELETE', '/console/api/session')
  for (const query of ['', '?continued=true']) expect(await caller(second, query)).toBeProblem(401, 'invalid_api_key')
})
