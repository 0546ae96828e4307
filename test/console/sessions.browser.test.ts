import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createConsoleLink } from '../../client/consoleLink.ts'
import type { KeyScope } from '../../contract/scopes.ts'
import { distFolder } from '../../local/console/sources.ts'
import { fakeClock, startInProcessServer } from '../support/server.ts'
import { visit } from './support/browser.ts'
import { signIn, visitSignedIn } from './support/studio.ts'
import { useConsole } from './support/useConsole.ts'

const HOUR_MS = 3_600_000
const suite = useConsole()

interface NewKey {
  id: string
  key: string
}

async function createKey(kind: 'api' | 'owner', scopes: readonly KeyScope[], name = 'Assistant'): Promise<NewKey> {
  const created = (await suite.open.studio.settings.post('/keys', { name, kind, scopes })).item()
  return { id: created.id, key: String(created['key']) }
}

const createLink = async (apiKey = suite.open.apiKey): Promise<string> => {
  const { server, ownerKey } = suite.open
  return (await createConsoleLink({ url: server.url, apiKey, ownerKey, userAgent: 'test' })).link
}

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor()
const openPage = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name }).first().click()
const pageNames = async (page: Page): Promise<string[]> => {
  const names = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts()
  return [...new Set(names.map((name) => name.trim()))].filter((name) => name !== '')
}

describe('a sign-in link', () => {
  it('signs in with both keys, once, and leaves no code in the address', async () => {
    const link = await createLink()
    const opened = await visit(suite.browser, link)
    await heading(opened.page, 'Today')
    expect(opened.page.url()).toBe(`${suite.open.server.url}/`)
    expect(await pageNames(opened.page)).toEqual(expect.arrayContaining(['Inventory', 'Sync', 'Reminders']))
    expect(opened.faults).toEqual([])
    const again = await visit(suite.browser, link)
    await again.page.getByText(/code of this link is unknown, was used before/).waitFor()
    await again.page.getByRole('button', { name: 'Sign in with a key' }).click()
    await heading(again.page, 'Sign in to Kitroom')
    await Promise.all([opened.close(), again.close()])
  })

  it('asks before it replaces a session, also in the tab that is open already', async () => {
    const { key } = await createKey('api', ['gear:read'], 'Reader')
    const opened = await visit(suite.browser, suite.open.server.url)
    const { page } = opened
    await signIn(page, key)
    await heading(page, 'Today')
    const link = await createLink()
    await page.evaluate(`location.assign(${JSON.stringify(link)})`)
    await page.getByText('already signed in with the key “Reader”').waitFor()
    expect(page.url()).not.toContain('code')
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    expect(await pageNames(page)).toEqual(['Today', 'Inventory'])
    await page.evaluate(`location.assign(${JSON.stringify(link)})`)
    await page.getByRole('button', { name: 'Use the link' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Sync' }).first().waitFor()
    await opened.close()
  })
})

describe('keys', () => {
  it('that are swapped or unknown are refused with the API’s sentence and request id, and what was typed stays', async () => {
    const { server, apiKey, ownerKey } = suite.open
    const opened = await visit(suite.browser, server.url)
    const { page } = opened
    for (const [api, owner] of [
      [ownerKey, ''],
      [apiKey, apiKey],
      [apiKey, 'ok_studio_unknown'],
    ] as const) {
      await signIn(page, api, owner)
      const alert = page.getByRole('alert')
      await alert.getByText(/key/).first().waitFor()
      await alert.getByText(/^Request/).waitFor()
      expect(await page.getByRole('textbox', { name: 'API key' }).inputValue()).toBe(api)
    }
    await signIn(page, apiKey, ownerKey)
    await heading(page, 'Today')
    await opened.close()
  })

  it('with few scopes show no page, button or answer beyond them', async () => {
    const api = await createKey('api', ['maintenance:read', 'gear:read'])
    const owner = await createKey('owner', ['automation:read'])
    const { studio, server } = suite.open
    const item = (await studio.api.post('/gear', { gear_type: 'camera', brand: 'Canon', model: 'EOS R5' })).item()
    await studio.api.post('/maintenance', {
      item_type: 'camera',
      item_id: item.id,
      service_type: 'Cleaning',
      service_date: '2030-01-31',
    })
    const opened = await visit(suite.browser, server.url)
    const { page } = opened
    await signIn(page, api.key, owner.key)
    await heading(page, 'Today')
    const names = await pageNames(page)
    expect(names).toEqual(expect.arrayContaining(['Today', 'Inventory', 'Sync', 'Maintenance', 'Reminders']))
    for (const hidden of ['Shoots', 'Documents', 'Figures', 'Keys', 'Webhooks', 'Audit'])
      expect(names).not.toContain(hidden)
    await openPage(page, 'Maintenance')
    await page.getByText('Cleaning').waitFor()
    expect(await page.getByRole('button', { name: /Complete|Start/ }).count()).toBe(0)
    await openPage(page, 'Sync')
    await page.getByText('main', { exact: true }).first().waitFor()
    expect(await page.getByRole('button', { name: /Compare now|Choose a file/ }).count()).toBe(0)
    await page.goto(`${server.url}/shoots`)
    await page
      .getByRole('alert')
      .getByText(/shoots:read/)
      .first()
      .waitFor()
    await opened.close()
  })
})

describe('a session that ends while its page is open', () => {
  it('says that its owner key was revoked, and the next one continues at the same address', async () => {
    const owner = await createKey('owner', ['automation:read'])
    const { server, apiKey, ownerKey, studio } = suite.open
    const opened = await visit(suite.browser, server.url)
    const { page } = opened
    await signIn(page, apiKey, owner.key)
    await heading(page, 'Today')
    await openPage(page, 'Inventory')
    const answered = page.waitForResponse(/console\/api\/v1\/gear\?.*canon/)
    await page.getByRole('searchbox', { name: /Search name/ }).fill('canon')
    await answered
    await studio.settings.delete(`/keys/${owner.id}`)
    // Nobody touches the page: the request that waits for changes is answered.
    await page.getByText('Its owner key was revoked.').waitFor()
    await signIn(page, apiKey, ownerKey)
    await heading(page, 'Inventory')
    expect(await page.getByRole('searchbox', { name: /Search name/ }).inputValue()).toBe('canon')
    await opened.close()
  })

  it('says that it was not used for 12 hours', async () => {
    const { studio, apiKey, ownerKey } = suite.open
    const clock = fakeClock()
    await using server = await startInProcessServer(studio.folder.databaseFile, clock, { consoleFolder: distFolder })
    const opened = await visit(suite.browser, server.url)
    const { page } = opened
    await signIn(page, apiKey, ownerKey)
    await heading(page, 'Today')
    clock.move(11 * HOUR_MS)
    await openPage(page, 'Inventory')
    await heading(page, 'Inventory')
    clock.move(12 * HOUR_MS)
    await page.getByText('It was not used for 12 hours.').waitFor()
    await page.reload()
    await heading(page, 'Sign in to Kitroom')
    expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
    await opened.close()
  })

  it('leaves nothing on the page after signing out, also in another tab', async () => {
    const { server } = suite.open
    const opened = await visitSignedIn(suite.browser, suite.open)
    const { page } = opened
    const other = await page.context().newPage()
    await other.goto(`${server.url}/inventory`)
    await heading(other, 'Inventory')
    await page.getByTitle('Account and settings').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await heading(page, 'Sign in to Kitroom')
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual([])
    await heading(other, 'Sign in to Kitroom')
    await page.goBack().catch(() => undefined)
    expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
    await opened.close()
  })
})
