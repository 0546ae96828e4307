import { expect, it } from 'vitest'
import { Session } from '../../../../contract/console.ts'
import { scopes, settingsScopes } from '../../../../contract/scopes.ts'
import { addKey } from '../../../support/account.ts'
import { openBrowser, type Browser } from '../../../support/console.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ bob: true })
const browse = (): Browser => openBrowser(suite.server.url)

async function signedIn(
  body: Record<string, unknown> = { api_key: suite.aliceAccount.api_key, owner_key: suite.aliceAccount.owner_key },
): Promise<Browser> {
  const browser = browse()
  const reply = await browser.signIn(body)
  expect(reply.status).toBe(201)
  return browser
}

it('signs in with keys, and shows the session without them', async () => {
  const browser = browse()
  const reply = await browser.signIn({ api_key: suite.aliceAccount.api_key, owner_key: suite.aliceAccount.owner_key })
  expect(reply.status).toBe(201)
  expect(reply.headers['set-cookie']).toMatch(
    /^kitroom_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  const session = Session.parse(reply.data())
  expect(session.account_id).toBe(suite.aliceAccount.account_id)
  expect(session.api_key.scopes).toEqual([...scopes])
  expect(session.owner_key?.scopes).toEqual([...settingsScopes])
  const days = (Date.parse(session.expires_at) - Date.parse(session.created_at)) / 86_400_000
  expect(days).toBe(30)
  expect(Date.parse(session.idle_expires_at) - Date.parse(session.created_at)).toBe(12 * 3_600_000)
  expect(reply.text).not.toMatch(/sk_studio_|ok_studio_/)
  const again = await browser.send('GET', '/console/api/session')
  expect({ status: again.status, id: Session.parse(again.data()).id }).toEqual({ status: 200, id: session.id })
})

it('acts on both planes as the keys do, with ETags, If-Match and Idempotency-Key', async () => {
  const browser = await signedIn()
  const created = await browser.send(
    'POST',
    '/console/api/v1/gear',
    { gear_type: 'camera', brand: 'Canon', model: 'EOS R5' },
    { 'idempotency-key': 'one' },
  )
  expect(created.status).toBe(201)
  const item = created.data() as { id: string }
  const repeated = await browser.send(
    'POST',
    '/console/api/v1/gear',
    { gear_type: 'camera', brand: 'Canon', model: 'EOS R5' },
    { 'idempotency-key': 'one' },
  )
  expect({
    'idempotent-replayed': repeated.headers['idempotent-replayed'],
    id: (repeated.data() as { id: string }).id,
  }).toEqual({
    'idempotent-replayed': 'true',
    id: item.id,
  })
  const read = await browser.send('GET', `/console/api/v1/gear/${item.id}`)
  const direct = await suite.alice.get(`/gear/${item.id}`)
  expect({ status: read.status, text: read.text, etag: read.headers['etag'] }).toEqual({
    status: 200,
    text: direct.text,
    etag: direct.headers['etag'],
  })
  expect(
    (
      await browser.send('GET', `/console/api/v1/gear/${item.id}`, undefined, {
        'if-none-match': read.headers['etag'] ?? '',
      })
    ).status,
  ).toBe(304)
  const stale = await browser.send(
    'PATCH',
    `/console/api/v1/gear/${item.id}`,
    { updates: { status: 'in_use' } },
    { 'if-match': '"x"' },
  )
  expect(stale).toBeProblem(412, 'precondition_failed')
  expect((await browser.send('GET', '/console/api/settings/v1/keys')).status).toBe(200)
  expect(await browser.send('GET', '/console/api/v1/nothing')).toBeProblem(404, 'not_found')
  expect(await browser.send('PUT', '/console/api/v1/gear', {})).toBeProblem(405, 'method_not_allowed')
  expect(read.headers['ratelimit-policy']).toBe(direct.headers['ratelimit-policy'])
})

it('names key and session in the audit', async () => {
  const browser = await signedIn()
  const session = Session.parse((await browser.send('GET', '/console/api/session')).data())
  const reply = await browser.send('GET', '/console/api/v1/analytics')
  await suite.flushAudit()
  const settings = createSettings(suite.server.url, suite.aliceAccount.owner_key)
  const [entry] = (await settings.get(`/audit?request_id=${reply.headers['request-id']}`)).items() as unknown as Record<
    string,
    unknown
  >[]
  expect(entry).toMatchObject({
    key_id: session.api_key.id,
    session_id: session.id,
    route: '/analytics',
    method: 'GET',
    status: 200,
  })
})

it('keeps to the scopes of its keys', async () => {
  const key = await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, { scopes: ['gear:read'] })
  const browser = await signedIn({ api_key: key })
  expect((await browser.send('GET', '/console/api/v1/gear')).status).toBe(200)
  expect(
    await browser.send('POST', '/console/api/v1/gear', { gear_type: 'camera', brand: 'A', model: 'B' }),
  ).toBeProblem(403, 'insufficient_scope')
  expect(await browser.send('GET', '/console/api/settings/v1/keys')).toBeProblem(401, 'owner_key_needed')
})

it('takes and gives away an owner key', async () => {
  const browser = await signedIn({ api_key: suite.aliceAccount.api_key })
  const added = await browser.send('PATCH', '/console/api/session', { owner_key: suite.aliceAccount.owner_key })
  expect({ status: added.status, scopes: Session.parse(added.data()).owner_key?.scopes }).toEqual({
    status: 200,
    scopes: [...settingsScopes],
  })
  expect((await browser.send('GET', '/console/api/settings/v1/keys')).status).toBe(200)
  const removed = await browser.send('PATCH', '/console/api/session', { owner_key: null })
  expect({ status: removed.status, owner_key: Session.parse(removed.data()).owner_key }).toEqual({
    status: 200,
    owner_key: null,
  })
  expect(await browser.send('GET', '/console/api/settings/v1/keys')).toBeProblem(401, 'owner_key_needed')
  expect(await browser.send('PATCH', '/console/api/session', { owner_key: suite.bobAccount.owner_key })).toBeProblem(
    422,
    'validation_failed',
  )
  expect(await browser.send('PATCH', '/console/api/session', { owner_key: suite.aliceAccount.api_key })).toBeProblem(
    401,
    'invalid_api_key',
  )
})

it('refuses keys that are wrong, mixed up or of two accounts', async () => {
  const { api_key: api, owner_key: owner } = suite.aliceAccount
  const worker = await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, { kind: 'worker' })
  const wrong = `${api.slice(0, -1)}${api.endsWith('A') ? 'B' : 'A'}`
  expect(await browse().signIn({ api_key: wrong })).toBeProblem(401, 'invalid_api_key')
  expect(await browse().signIn({ api_key: owner })).toBeProblem(401, 'invalid_api_key')
  expect(await browse().signIn({ api_key: api, owner_key: api })).toBeProblem(401, 'invalid_api_key')
  expect(await browse().signIn({ api_key: worker })).toBeProblem(401, 'invalid_api_key')
  expect(await browse().signIn({ api_key: api, owner_key: suite.bobAccount.owner_key })).toBeProblem(
    422,
    'validation_failed',
  )
  expect(await browse().signIn({})).toBeProblem(422, 'validation_failed')
  expect(await browse().signIn({ api_key: api, code: 'x' })).toBeProblem(422, 'validation_failed')
  expect(await browse().signIn({ code: 'x' })).toBeProblem(401, 'code_not_valid')
})

it('signs out', async () => {
  const browser = await signedIn()
  const { cookie } = browser
  const reply = await browser.send('DELETE', '/console/api/session')
  expect(reply).toHaveStatus(200)
  expect({ 'set-cookie': reply.headers['set-cookie'], cookie: browser.cookie }).toEqual({
    'set-cookie': 'kitroom_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    cookie: undefined,
  })
  expect(await browser.send('GET', '/console/api/session')).toBeProblem(401, 'session_required')
  browser.cookie = cookie
  expect(await browser.send('GET', '/console/api/session')).toBeProblem(401, 'session_ended')
})
