import { expect, it } from 'vitest'
import { Session } from '../../../../contract/console.ts'
import { addKey } from '../../../support/account.ts'
import { openBrowser, type ConsoleReply } from '../../../support/console.ts'
import { createSettings } from '../../../support/settings.ts'
import { startInProcessServer } from '../../../support/server.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ fakeClock: true, bob: true })
const MINUTE_MS = 60_000
const PATH = '/console/api/codes'

interface Code {
  code: string
  expires_at: string
}

const signIn = (code: string): Promise<ConsoleReply> => openBrowser(suite.server.url).signIn({ code })

async function makeCode(body: Record<string, unknown> = {}, key = suite.aliceAccount.api_key): Promise<Code> {
  const reply = await suite.alice.as(key).post(`/${PATH}`, body)
  expect(reply).toHaveStatus(201)
  return reply.item() as unknown as Code
}

it('signs in once with the keys of the code', async () => {
  const { code, expires_at: expiresAt } = await makeCode({ owner_key: suite.aliceAccount.owner_key })
  expect(code).toMatch(/^[\w-]{43}$/)
  expect(Date.parse(expiresAt) - suite.clock.nowMs()).toBe(10 * MINUTE_MS)
  const reply = await signIn(code)
  expect(reply.status).toBe(201)
  const session = Session.parse(reply.data())
  expect({ account_id: session.account_id, label: session.owner_key?.label }).toEqual({
    account_id: suite.aliceAccount.account_id,
    label: 'Owner',
  })
  expect(await signIn(code)).toBeProblem(401, 'code_not_valid')
  const rows = JSON.stringify(await suite.sql('select * from console_code'))
  expect(rows).not.toContain(code)
})

it('without an owner key gives a session without one', async () => {
  expect(Session.parse((await signIn((await makeCode()).code)).data()).owner_key).toBeNull()
})

it('has one winner when several use it at once, also on two servers', async () => {
  const { code } = await makeCode()
  await using other = await startInProcessServer(suite.folder.databaseFile, suite.clock)
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      openBrowser(index % 2 === 0 ? suite.server.url : other.url).signIn({ code }),
    ),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(11)
})

it('ends after ten minutes', async () => {
  const { code } = await makeCode()
  suite.clock.move(10 * MINUTE_MS - 1)
  const late = await makeCode()
  suite.clock.move(1)
  expect(await signIn(code)).toBeProblem(401, 'code_not_valid')
  expect((await signIn(late.code)).status).toBe(201)
})

it('ends with its keys', async () => {
  const settings = createSettings(suite.server.url, suite.aliceAccount.owner_key)
  const key = await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, {})
  const { code } = await makeCode({}, key)
  const id = (await settings.get('/keys?limit=1')).items()[0]?.id ?? ''
  expect((await settings.delete(`/keys/${id}`)).status).toBe(200)
  expect(await signIn(code)).toBeProblem(401, 'invalid_api_key')
})

it('is made by an API key only, for an owner key of the same account', async () => {
  const post = (key: string | undefined, body: unknown): Promise<ConsoleReply> =>
    openBrowser(suite.server.url).send('POST', PATH, body, key === undefined ? {} : { authorization: `Bearer ${key}` })
  expect(await post(undefined, {})).toBeProblem(401, 'missing_api_key')
  expect(await post(suite.aliceAccount.owner_key, {})).toBeProblem(401, 'invalid_api_key')
  expect(
    await post(await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, { kind: 'worker' }), {}),
  ).toBeProblem(401, 'invalid_api_key')
  expect(await post(suite.aliceAccount.api_key, { owner_key: suite.bobAccount.owner_key })).toBeProblem(
    422,
    'validation_failed',
  )
  expect(await post(suite.aliceAccount.api_key, { owner_key: suite.aliceAccount.api_key })).toBeProblem(
    401,
    'invalid_api_key',
  )
  expect(await post(suite.aliceAccount.api_key, { redirect: 'https://evil.example' })).toBeProblem(
    422,
    'validation_failed',
  )
})

it('is not shown again to a repeated request', async () => {
  const headers = { 'idempotency-key': 'a-code' }
  const [first, second] = [
    await suite.alice.post(`/${PATH}`, {}, headers),
    await suite.alice.post(`/${PATH}`, {}, headers),
  ]
  expect({ firstCode: first.item()['code'], secondCode: second.item()['code'] }).toEqual({
    firstCode: expect.any(String),
    secondCode: null,
  })
})

it('does not replace a session by itself: only the browser that sends it gets one', async () => {
  const browser = openBrowser(suite.server.url)
  await browser.signIn({ api_key: suite.bobAccount.api_key })
  const { code } = await makeCode()
  const forced = await browser.send('POST', '/console/api/session', { code }, { origin: 'https://evil.example' })
  expect(forced).toBeProblem(403, 'cross_origin_refused')
  const own = Session.parse((await browser.send('GET', '/console/api/session')).data())
  expect(own.account_id).toBe(suite.bobAccount.account_id)
  expect((await signIn(code)).status, 'the refused request has not used the code up').toBe(201)
})
