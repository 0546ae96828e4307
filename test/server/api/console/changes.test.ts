import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { RecordVersions } from '../../../../contract/console.ts'
import type { KeyScope } from '../../../../contract/scopes.ts'
import { openBrowser, type Browser, type ConsoleReply } from '../../../support/console.ts'
import type { Api } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ bob: true })
const settings = (): Api => createSettings(suite.server.url, suite.aliceAccount.owner_key)
const PATH = '/console/api/changes'
const background = { 'x-kitroom-background': '1' }

async function signedIn(scopes?: KeyScope[]): Promise<Browser> {
  const key = scopes && String((await settings().post('/keys', { name: 'Page', kind: 'api', scopes })).item()['key'])
  const browser = openBrowser(suite.server.url)
  expect((await browser.signIn({ api_key: key ?? suite.aliceAccount.api_key })).status).toBe(201)
  return browser
}
const poll = (browser: Browser, etag = ''): Promise<ConsoleReply> => browser.send('GET', PATH, undefined, { ...background, 'if-none-match': etag })
const waitForChange = (browser: Browser, etag = ''): Promise<ConsoleReply> =>
  browser.send('GET', `${PATH}?wait_s=20`, undefined, { ...background, 'if-none-match': etag })
const versionsOf = (reply: ConsoleReply): RecordVersions => RecordVersions.parse(reply.data())

it('another version follows each change of a kind of records, and 304 no change', async () => {
  const browser = await signedIn()
  const before = await poll(browser)
  expect({ status: before.status, 'cache-control': before.headers['cache-control'] }).toEqual({ status: 200, 'cache-control': 'private, no-cache' })
  const etag = before.headers['etag'] ?? ''
  expect((await poll(browser, etag)).status).toBe(304)
  await suite.alice.post('/shoots', { title: 'Lookbook', shoot_date: '2026-04-10' })
  const after = await poll(browser, etag)
  expect(after.status).toBe(200)
  const [first, second] = [versionsOf(before), versionsOf(after)]
  expect(second.shoots).toBeGreaterThan(first.shoots ?? Infinity)
  expect({ ...second, shoots: 0 }).toEqual({ ...first, shoots: 0 })
  await suite.bob.post('/shoots', { title: 'Of another account', shoot_date: '2026-04-10' })
  expect((await poll(browser, after.headers['etag'])).status).toBe(304)
})

it('names only what the API key may read', async () => {
  const all = await signedIn()
  const reader = await signedIn(['gear:read'])
  expect(Object.keys(versionsOf(await poll(all)))).toEqual(['epoch', 'gear', 'shoots', 'maintenance', 'documents', 'profile'])
  const reply = await poll(reader)
  expect(Object.keys(versionsOf(reply))).toEqual(['epoch', 'gear'])
  expect((await poll(all, reply.headers['etag'])).status).toBe(200)
})

async function timed<T>(work: Promise<T>): Promise<{ value: T; seconds: number }> {
  const startMs = performance.now()
  return { value: await work, seconds: (performance.now() - startMs) / 1000 }
}

it('waits for a change of this account, and answers it within two seconds', async () => {
  const browser = await signedIn()
  const first = await poll(browser)
  const { value: same, seconds } = await timed(browser.send('GET', `${PATH}?wait_s=2`, undefined, { 'if-none-match': first.headers['etag'] ?? '' }))
  expect(same.status).toBe(304)
  expect(seconds).toBeGreaterThan(1.9)
  const answer = timed(waitForChange(browser, first.headers['etag']))
  await suite.bob.post('/shoots', { title: 'Of another account', shoot_date: '2026-04-10' })
  await wait(1500)
  const changed = performance.now()
  await suite.alice.post('/shoots', { title: 'Campaign', shoot_date: '2026-04-11' })
  const { value: reply } = await answer
  expect({ status: reply.status, shoots: versionsOf(reply).shoots }).toEqual({ status: 200, shoots: (versionsOf(first).shoots ?? 0) + 1 })
  expect(performance.now() - changed).toBeLessThan(2000)
  // Without a known version, or with one that is old, nothing is waited for.
  expect((await timed(waitForChange(browser))).seconds).toBeLessThan(1)
  expect((await timed(waitForChange(browser, first.headers['etag']))).seconds).toBeLessThan(1)
})

it('is refused without a session and with a query, and leaves no audit row', async () => {
  const nobody = await openBrowser(suite.server.url).send('GET', PATH)
  expect(nobody).toBeProblem(401, 'session_required')
  const browser = await signedIn()
  const refused = await browser.send('GET', `${PATH}?x=1`)
  expect(refused).toBeProblem(400, 'invalid_query')
  for (let count = 0; count < 5; count += 1) expect((await poll(browser)).status).toBe(200)
  await suite.flushAudit()
  const rows = (await settings().get('/audit?limit=200')).items()
  expect(rows.filter(({ route }) => String(route) === '/changes').map(({ status }) => Number(status))).toEqual([400])
})

it('a request that waits ends with its session, and with the server', async () => {
  const [leaver, stayer] = [await signedIn(), await signedIn()]
  const etag = (await poll(leaver)).headers['etag']
  const [left, stayed] = [waitForChange(leaver, etag), waitForChange(stayer, etag)]
  await wait(500)
  await suite.flushAudit()
  const other = openBrowser(suite.server.url)
  other.cookie = leaver.cookie
  expect((await other.send('DELETE', '/console/api/session')).status).toBe(200)
  const { value: ended, seconds } = await timed(left)
  expect(ended).toBeProblem(401, 'session_ended')
  expect(seconds).toBeLessThan(3)
  const stopped = timed(suite.server.stop())
  expect((await stayed).status).toBe(304)
  expect((await stopped).seconds).toBeLessThan(5)
})
