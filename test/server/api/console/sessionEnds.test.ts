import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Session } from '../../../../contract/console.ts'
import { hashToken } from '../../../../server/sessions/session.ts'
import { addKey } from '../../../support/account.ts'
import { openBrowser, type Browser, type ConsoleReply } from '../../../support/console.ts'
import { startInProcessServer } from '../../../support/server.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'
import { until } from '../../../support/wait.ts'

const suite = useServer({ fakeClock: true, bob: true })
const HOUR_MS = 3_600_000
const settings = () => createSettings(suite.server.url, suite.aliceAccount.owner_key)
const read = (browser: Browser): Promise<ConsoleReply> => browser.send('GET', '/console/api/v1/gear')

async function signedIn(
  keys: { api_key?: string; owner_key?: string } = {},
): Promise<{ browser: Browser; session: Session }> {
  const browser = openBrowser(suite.server.url)
  const reply = await browser.signIn({ api_key: suite.aliceAccount.api_key, ...keys })
  expect(reply).toHaveStatus(201)
  return { browser, session: Session.parse(reply.data()) }
}

/** A use is stored within seconds, and another server reads it from there. */
const useIsStored = (): Promise<boolean> =>
  until('the use is stored', async () => {
    const [row] = await suite.sql<{ at: string }>('select max(last_used_at) as at from console_session')
    return row?.at === new Date(suite.clock.nowMs()).toISOString()
  })

const newKey = (kind: 'api' | 'owner' = 'api', expiresAt?: string): Promise<string> =>
  addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, {
    kind,
    ...(expiresAt !== undefined && { expiresAt }),
  })

function expectEnded(reply: ConsoleReply, reason: string): void {
  expect(reply).toBeProblem(401, 'session_ended')
  expect(reply.problem().detail).toBe(`The session has ended. ${reason} Sign in again.`)
}

describe('a session ends', () => {
  it('after 12 hours without use, but for requests that no person caused', async () => {
    const { browser } = await signedIn()
    suite.clock.move(11 * HOUR_MS)
    expect((await read(browser)).status).toBe(200)
    await useIsStored()
    suite.clock.move(11 * HOUR_MS)
    const poll = await browser.send('GET', '/console/api/v1/gear', undefined, { 'x-kitroom-background': '1' })
    expect(poll.status).toBe(200)
    suite.clock.move(HOUR_MS)
    expectEnded(await read(browser), 'It was not used for 12 hours.')
  })

  it('30 days after its start, however much it is used', async () => {
    const { browser } = await signedIn()
    for (let day = 0; day < 29; day++) {
      suite.clock.move(10 * HOUR_MS)
      await suite.sql(
        'update console_session set last_used_at = ?',
        new Date(suite.clock.nowMs() + 14 * HOUR_MS).toISOString(),
      )
      suite.clock.move(14 * HOUR_MS)
      expect((await read(browser)).status).toBe(200)
    }
    suite.clock.move(24 * HOUR_MS)
    expectEnded(await read(browser), 'It has reached its greatest age.')
  })

  it('as soon as its API key is revoked, on every server', async () => {
    const { browser, session } = await signedIn({ api_key: await newKey() })
    await using other = await startInProcessServer(suite.folder.databaseFile, suite.clock)
    const elsewhere = openBrowser(other.url)
    elsewhere.cookie = browser.cookie
    expect({ browserStatus: (await read(browser)).status, elsewhereStatus: (await read(elsewhere)).status }).toEqual({
      browserStatus: 200,
      elsewhereStatus: 200,
    })
    expect((await settings().delete(`/keys/${session.api_key.id}`)).status).toBe(200)
    expectEnded(await read(elsewhere), 'Its API key was revoked.')
    expectEnded(await read(browser), 'Its API key was revoked.')
  })

  it('as soon as its owner key is revoked, also by itself', async () => {
    const { browser, session } = await signedIn({ owner_key: await newKey('owner') })
    const reply = await browser.send('DELETE', `/console/api/settings/v1/keys/${session.owner_key?.id}`)
    expect(reply.status).toBe(200)
    expectEnded(await read(browser), 'Its owner key was revoked.')
  })

  it('when one of its keys is rotated, although the key has an overlap', async () => {
    const { browser, session } = await signedIn({ api_key: await newKey() })
    expect((await settings().post(`/keys/${session.api_key.id}/rotate`, {})).status).toBe(201)
    expectEnded(await read(browser), 'Its API key was replaced by another one.')
  })

  it('when one of its keys expires, which its end shows', async () => {
    const expiresAt = new Date(suite.clock.nowMs() + 2 * HOUR_MS).toISOString()
    const { browser, session } = await signedIn({ api_key: await newKey('api', expiresAt) })
    expect({ expires_at: session.expires_at, idle_expires_at: session.idle_expires_at }).toEqual({
      expires_at: expiresAt,
      idle_expires_at: expiresAt,
    })
    suite.clock.move(2 * HOUR_MS)
    expectEnded(await read(browser), 'Its API key has expired.')
  })

  it('by the owner, who sees it in the list; again without effect; another account’s is not found', async () => {
    const { browser, session } = await signedIn()
    const listed = (await settings().get('/sessions')).items().find(({ id }) => id === session.id)
    expect(listed).toMatchObject({
      live: true,
      ended_at: null,
      last_used_ip: '127.0.0.1',
      api_key: session.api_key,
      owner_key: null,
    })
    const strange = createSettings(suite.server.url, suite.bobAccount.owner_key)
    expect((await strange.delete(`/sessions/${session.id}`)).status).toBe(404)
    expect((await strange.get('/sessions')).items()).toEqual([])
    expect((await read(browser)).status).toBe(200)
    for (let times = 0; times < 2; times++)
      expect((await settings().delete(`/sessions/${session.id}`)).text).toBe(
        JSON.stringify({ data: { id: session.id, revoked: true } }),
      )
    expectEnded(await read(browser), 'It was ended.')
    expect((await settings().get('/sessions')).items().find(({ id }) => id === session.id)).toMatchObject({
      live: false,
      ended_at: expect.any(String),
    })
  })

  it('when the same browser signs in again, with a fresh token', async () => {
    const { browser, session } = await signedIn()
    const { cookie } = browser
    const reply = await browser.signIn({ api_key: suite.bobAccount.api_key })
    expect(reply).toHaveStatus(201)
    expect(Session.parse(reply.data()).account_id).toEqual(suite.bobAccount.account_id)
    expect(browser.cookie).not.toBe(cookie)
    browser.cookie = cookie
    expectEnded(await read(browser), 'It was ended.')
    expect((await settings().get('/sessions')).items().find(({ id }) => id === session.id)?.['live']).toBe(false)
  })
})

it('lists and ends sessions with the scopes of keys only', async () => {
  const { session } = await signedIn()
  const reader = await suite.sql<{ id: string }>(
    'select id from api_key where account_id = ?',
    suite.aliceAccount.account_id,
  )
  expect(reader.length).toBeGreaterThan(0)
  const created = await settings().post('/keys', { name: 'Reads keys', kind: 'owner', scopes: ['keys:read'] })
  const scoped = createSettings(suite.server.url, String(created.item()['key']))
  expect((await scoped.get('/sessions?limit=1')).pagination().limit).toBe(1)
  expect((await scoped.delete(`/sessions/${session.id}`)).status).toBe(403)
})

it('takes no token that the browser chose, and stores none', async () => {
  const chosen = randomBytes(32).toString('base64url')
  const browser = openBrowser(suite.server.url)
  browser.cookie = `kitroom_session=${chosen}`
  const reply = await browser.signIn({ api_key: suite.aliceAccount.api_key })
  const token = browser.cookie?.split('=')[1] ?? ''
  expect(reply).toHaveStatus(201)
  expect(token).not.toBe(chosen)
  expect(token).toHaveLength(43)
  const [row] = await suite.sql<{ text: string }>(
    'select token_hash as text from console_session where id = ?',
    Session.parse(reply.data()).id,
  )
  expect(row?.text).toBe(hashToken(token))
})
