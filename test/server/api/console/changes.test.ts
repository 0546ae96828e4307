import { expect, it } from 'vitest'
import { RecordVersions } from '../../../../contract/console.ts'
import type { KeyScope } from '../../../../contract/scopes.ts'
import { openBrowser, type Browser, type ConsoleReply } from '../../../support/console.ts'
import type { Api } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'
import { pause, startTimer, until } from '../../../support/wait.ts'

const suite = useServer({ own: true, bob: true })
const settings = (): Api => createSettings(suite.server.url, suite.aliceAccount.owner_key)
const PATH = '/console/api/changes'
const background = { 'x-kitroom-background': '1' }

async function signedIn(scopes?: KeyScope[]): Promise<Browser> {
  const key = scopes && String((await settings().post('/keys', { name: 'Page', kind: 'api', scopes })).item()['key'])
  const browser = openBrowser(suite.server.url)
  expect((await browser.signIn({ api_key: key ?? suite.aliceAccount.api_key })).status).toBe(201)
  return browser
}
const poll = (browser: Browser, etag = ''): Promise<ConsoleReply> =>
  browser.send('GET', PATH, undefined, { ...background, 'if-none-match': etag })
const waitForChange = (browser: Browser, etag = ''): Promise<ConsoleReply> =>
  browser.send('GET', `${PATH}?wait_s=20`, undefined, { ...background, 'if-none-match': etag })
const versionsOf = (reply: ConsoleReply): RecordVersions => RecordVersions.parse(reply.data())

it('another version follows each change of a kind of records, and 304 no change', async () => {
  const browser = await signedIn()
  const before = await poll(browser)
  expect({ status: before.status, 'cache-control': before.headers['cache-control'] }).toEqual({
    status: 200,
    'cache-control': 'private, no-cache',
  })
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
  expect(Object.keys(versionsOf(await poll(all)))).toEqual([
    'epoch',
    'gear',
    'shoots',
    'maintenance',
    'documents',
    'profile',
  ])
  const reply = await poll(reader)
  expect(Object.keys(versionsOf(reply))).toEqual(['epoch', 'gear'])
  expect((await poll(all, reply.headers['etag'])).status).toBe(200)
})

/** A request that waits beside others, for the order of their answers. */
function track(answer: Promise<ConsoleReply>): { answer: Promise<ConsoleReply>; isAnswered: () => boolean } {
  let answered = false
  void answer.finally(() => (answered = true))
  return { answer, isAnswered: () => answered }
}

it('a request ends after its time without a change, and not before', async () => {
  const browser = await signedIn()
  const first = await poll(browser)
  const hasTimePassed = startTimer(1900)
  const same = await browser.send('GET', `${PATH}?wait_s=2`, undefined, {
    'if-none-match': first.headers['etag'] ?? '',
  })
  expect({ status: same.status, hasTimePassed: hasTimePassed() }).toEqual({ status: 304, hasTimePassed: true })
})

it('waits for a change of this account, and answers it before the time is over', async () => {
  const [browser, reader, stranger] = [
    await signedIn(),
    await signedIn(['documents:read']),
    openBrowser(suite.server.url),
  ]
  expect((await stranger.signIn({ api_key: suite.bobAccount.api_key })).status).toBe(201)
  await until('the answer comes before the time is over', async () => {
    const [first, ofDocuments, ofStranger] = [await poll(browser), await poll(reader), await poll(stranger)]
    // No document changes, so this request waits for its whole time.
    const longest = track(waitForChange(reader, ofDocuments.headers['etag']))
    const waiting = track(waitForChange(browser, first.headers['etag']))
    const strangers = waitForChange(stranger, ofStranger.headers['etag'])
    await suite.bob.post('/shoots', { title: 'Of another account', shoot_date: '2026-04-10' })
    await strangers
    if (longest.isAnswered()) return false
    expect({ status: (await strangers).status, isAnswered: waiting.isAnswered() }).toEqual({
      status: 200,
      isAnswered: false,
    })
    await suite.alice.post('/shoots', { title: 'Campaign', shoot_date: '2026-04-11' })
    const reply = await waiting.answer
    // Without a known version, or with one that is old, nothing is waited for.
    const others = [await waitForChange(browser), await waitForChange(browser, first.headers['etag'])]
    if (longest.isAnswered()) return false
    expect([reply, ...others].map(({ status }) => status)).toEqual([200, 200, 200])
    expect(versionsOf(reply).shoots).toBe((versionsOf(first).shoots ?? 0) + 1)
    return true
  })
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
  await pause(500, 'the session ends while both wait')
  await suite.flushAudit()
  const other = openBrowser(suite.server.url)
  other.cookie = leaver.cookie
  expect((await other.send('DELETE', '/console/api/session')).status).toBe(200)
  // At the end of its time it would be 304.
  const ended = await left
  expect(ended).toBeProblem(401, 'session_ended')
  const stopped = suite.server.stop()
  // The deadline of the drain would cut it off without an answer.
  expect((await stayed).status).toBe(304)
  await stopped
})
