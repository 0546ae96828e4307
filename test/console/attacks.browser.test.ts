// What another site can try in the browser of somebody who is signed in. test/server/api/console/attacks.test.ts has
// the requests themselves.
import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConsoleLink } from '../../client/consoleLink.ts'
import { listRuns } from '../../contract/control/control.ts'
import { openBrowser } from '../support/console.ts'
import { visit } from './support/browser.ts'
import { waitUntilQuiet } from './support/quiet.ts'
import { signIn, visitSignedIn } from './support/studio.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole()
let evil: Server
let evilUrl = ''
/** Addresses that the other site was asked for. */
let asked: string[] = []

/**
 * The page of the other site: on another port of the same host, which the cookie reaches and SameSite does not stop.
 */
const buildEvilPage = (
  target: string,
): string => `<!doctype html><title>Prizes</title><iframe id="frame" src="${target}/"></iframe>
<form id="form" method="post" enctype="text/plain" target="_self"><input name='{"gear_type":"camera","brand":"Evil","model":"X","notes":"' value='"}'></form>
<script>
  const results = {}
  const record = async (name, work) => { try { results[name] = await work() } catch (error) { results[name] = String(error.name) } }
  const json = { 'Content-Type': 'application/json', 'X-Kitroom-Console': '1' }
  const attack = async () => {
    const target = ${JSON.stringify(target)}
    const body = JSON.stringify({ gear_type: 'camera', brand: 'Evil', model: 'X' })
    await record('read', async () => (await fetch(target + '/console/api/v1/gear', { credentials: 'include' })).status)
    await record('write', async () => (await fetch(target + '/console/api/v1/gear', { method: 'POST', credentials: 'include', headers: json, body })).status)
    await record('blind', async () => (await fetch(target + '/console/api/v1/gear', { method: 'POST', mode: 'no-cors', credentials: 'include', body })).type)
    await record('sign out', async () => (await fetch(target + '/console/api/session', { method: 'DELETE', credentials: 'include', headers: json })).status)
    await record('worker', async () => (await fetch(target + '/console/api/worker/v1/runs', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"source":"main","decide":"policy"}' })).type)
    return results
  }
</script>`

beforeAll(async () => {
  evil = createServer((request, response) => {
    asked.push(String(request.url))
    response.writeHead(200, { 'content-type': 'text/html' }).end(buildEvilPage(suite.open.server.url))
  })
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
  evilUrl = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`
})
afterAll(() => {
  evil.closeAllConnections()
  evil.close()
})

/** Items and runs of the studio. */
async function countRecords(): Promise<unknown> {
  const { api, sync } = suite.open.studio
  const items = (await api.get('/gear?limit=1')).pagination().total
  return { items, runs: (await sync.client.call(listRuns)).body.pagination.total }
}

describe('another site', () => {
  it('reads and changes nothing by fetch, although the browser sends the cookie', async () => {
    const opened = await visitSignedIn(suite.browser, suite.open)
    const before = await countRecords()
    const other = await opened.page.context().newPage()
    await other.goto(evilUrl)
    expect(await other.evaluate('attack()')).toEqual({
      read: 'TypeError',
      write: 'TypeError',
      blind: 'opaque',
      'sign out': 'TypeError',
      worker: 'opaque',
    })
    expect(await countRecords()).toEqual(before)
    expect((await suite.open.studio.settings.get('/sessions')).items().some(({ live }) => live === true)).toBe(true)
    await opened.page.reload()
    await opened.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await opened.close()
  })

  it('posts forms without effect, to every plane', async () => {
    const opened = await visitSignedIn(suite.browser, suite.open)
    const before = await countRecords()
    const { url } = suite.open.server
    const other = await opened.page.context().newPage()
    for (const path of [
      '/console/api/v1/gear',
      '/console/api/settings/v1/keys',
      '/console/api/session',
      '/console/api/worker/v1/runs',
    ]) {
      await other.goto(evilUrl)
      const answered = other.waitForResponse((response) => response.url() === url + path)
      await other.evaluate(
        `Object.assign(document.getElementById('form'), { action: ${JSON.stringify(url + path)} }).submit()`,
      )
      expect({ path, status: (await answered).status() }).toEqual({
        path,
        status: expect.toSatisfy((status) => status === 403 || status === 415),
      })
      await other.waitForURL(url + path)
    }
    expect(await countRecords()).toEqual(before)
    await opened.page.reload()
    await opened.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await opened.close()
  })

  it('cannot show the console in a frame', async () => {
    const opened = await visitSignedIn(suite.browser, suite.open)
    const other = await opened.page.context().newPage()
    const refusals: string[] = []
    other.on('console', (message) => void (message.type() === 'error' && refusals.push(message.text())))
    await other.goto(evilUrl)
    await expect.poll(() => refusals.some((text) => /frame-ancestors|X-Frame-Options/.test(text))).toBe(true)
    const texts = await Promise.all(
      other
        .frames()
        .slice(1)
        .map((frame) => frame.evaluate('document.body ? document.body.innerText : ""')),
    )
    expect(texts.join('')).not.toMatch(/Today|Inventory|Kitroom/)
    await opened.close()
  })

  it('has no hold on a page that it opened', async () => {
    const opened = await visitSignedIn(suite.browser, suite.open)
    const other = await opened.page.context().newPage()
    await other.goto(evilUrl)
    const popup = other.waitForEvent('popup')
    await other.evaluate(`void (window.prize = window.open(${JSON.stringify(suite.open.server.url)}))`)
    const page = await popup
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    expect(await page.evaluate('window.opener')).toBeNull()
    expect(await other.evaluate('window.prize.closed')).toBe(true)
    await opened.close()
  })
})

describe('a cookie that was planted before signing in', () => {
  it.each(['unknown', 'the attacker’s own session'])('is not adopted: %s', async (kind) => {
    const { server, apiKey, ownerKey, studio } = suite.open
    const attacker = openBrowser(server.url)
    const weak = String(
      (await studio.settings.post('/keys', { name: 'Attacker', kind: 'api', scopes: ['gear:read'] })).item()['key'],
    )
    if (kind !== 'unknown') await attacker.signIn({ api_key: weak })
    expect(attacker.cookie === undefined).toBe(kind === 'unknown')
    const planted = attacker.cookie?.split('=')[1] ?? randomBytes(32).toString('base64url')
    const opened = await visit(suite.browser, 'about:blank')
    const { page } = opened
    await page
      .context()
      .addCookies([{ name: 'kitroom_session', value: planted, url: server.url, httpOnly: true, sameSite: 'Strict' }])
    await page.goto(server.url)
    await page.getByRole('heading', { level: 1, name: 'Sign in to Kitroom' }).waitFor()
    await signIn(page, apiKey, ownerKey)
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    const cookies = await page.context().cookies()
    expect(cookies).toMatchObject([{ name: 'kitroom_session', httpOnly: true, sameSite: 'Strict', path: '/' }])
    expect(cookies[0]?.value).not.toBe(planted)
    attacker.cookie = `kitroom_session=${planted}`
    expect((await attacker.send('GET', '/console/api/v1/gear')).status).toBe(401)
    await opened.close()
  })
})

describe('a sign-in link', () => {
  it('leads to no other host, whatever was added to it', async () => {
    const { server, apiKey, ownerKey } = suite.open
    const { host } = new URL(evilUrl)
    asked = []
    for (const change of [
      (link: string) => link.replace('/#', `/?next=${evilUrl}#`),
      (link: string) => link.replace('/#', `/?redirect=//${host}/&return_to=${evilUrl}#`),
      (link: string) => link.replace('/#', `/inventory?search=${evilUrl}#`),
      (link: string) => `${link}&next=${evilUrl}`,
      (link: string) => link.replace('#code', `#//${host}/#code`),
      (link: string) => link.replace('#code', `#next=${evilUrl}&code`),
    ]) {
      const { link } = await createConsoleLink({ url: server.url, apiKey, ownerKey, userAgent: 'test' })
      const opened = await visit(suite.browser, change(link))
      await opened.page.getByRole('heading', { level: 1 }).waitFor()
      await waitUntilQuiet(opened.page)
      expect(new URL(opened.page.url()).origin).toBe(server.url)
      await opened.close()
    }
    expect(asked).toEqual([])
  })

  it('with a code that is markup or an address shows the sign-in page', async () => {
    const { server } = suite.open
    for (const code of [
      '<img src=x onerror=alert(1)>',
      `javascript:alert(1)`,
      `//${new URL(evilUrl).host}`,
      'x'.repeat(5000),
    ]) {
      const opened = await visit(suite.browser, `${server.url}/#code=${code}`)
      await opened.page.getByRole('heading', { level: 1, name: 'Sign in to Kitroom' }).waitFor()
      expect(await opened.page.locator('img').count()).toBe(0)
      expect(opened.faults).toEqual([])
      await opened.close()
    }
  })
})

it('the page asks no host but its own, signed in or not', async () => {
  const opened = await visit(suite.browser, 'about:blank')
  const { page } = opened
  const hosts = new Set<string>()
  page.on('request', (request) => void (request.url().startsWith('data:') || hosts.add(new URL(request.url()).host)))
  await page.goto(suite.open.server.url)
  await signIn(page, suite.open.apiKey, suite.open.ownerKey)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  for (const name of ['Inventory', 'Sync', 'Shoots', 'Maintenance', 'Documents', 'Reminders', 'Figures']) {
    await page.getByRole('navigation').getByRole('link', { name }).first().click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  expect([...hosts]).toEqual([new URL(suite.open.server.url).host])
  await opened.close()
})
