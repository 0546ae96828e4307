import { describe, expect, it } from 'vitest'
import { addKey } from '../support/account.ts'
import { createApi } from '../support/api.ts'
import { visit } from './support/browser.ts'
import {
  choose,
  findFaultsInLooks,
  HOSTILE,
  LONG,
  LOOKS,
  RIGHT_TO_LEFT,
  takeSecret,
  unexpectedFaults,
} from './support/owner.ts'
import { signIn, visitSignedIn } from './support/studio.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole()

const statusWith = async (key: string): Promise<number> =>
  (await createApi(suite.open.server.url, key).get('/gear')).status
const createKey = async (name: string, fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> =>
  (await suite.open.studio.settings.post('/keys', { name, kind: 'api', scopes: ['gear:read'], ...fields })).item()

describe('keys', () => {
  it.each(LOOKS)('are created, rotated and revoked at $width px, $colorScheme', async (looks) => {
    const opened = await visitSignedIn(suite.browser, suite.open, looks)
    const { page } = opened
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const name = `Anna at ${looks.width}`
    await page.goto(`${suite.open.server.url}/keys`)
    await page.getByRole('link', { name: 'New key' }).click()
    const form = page.getByRole('dialog', { name: 'New key' })
    await form.getByRole('button', { name: 'Create key' }).click()
    await form.getByRole('textbox', { name: 'Name' }).and(page.locator('[aria-invalid="true"]')).waitFor()
    await form.getByRole('textbox', { name: 'Name' }).fill(name)
    await form.getByRole('checkbox', { name: 'Read gear' }).check()
    await form.getByRole('button', { name: 'Create key' }).click()
    const first = await takeSecret(page, 'The key was created', 'Key')
    expect(await statusWith(first)).toBe(200)

    const entry = page.getByRole('listitem').filter({ hasText: name })
    await entry.getByText('Read gear').waitFor()
    await entry.getByRole('button', { name: 'Rotate' }).click()
    const rotating = page.getByRole('dialog', { name: 'Rotate this key?' })
    await choose(rotating, 'The old key works', 'no longer')
    await rotating.getByRole('button', { name: 'Rotate' }).click()
    const second = await takeSecret(page, 'The key was rotated', 'Key')
    expect(await statusWith(first)).toBe(401)
    expect(await statusWith(second)).toBe(200)

    await entry.getByRole('button', { name: 'Revoke' }).click()
    const revoking = page.getByRole('dialog', { name: 'Revoke this key?' })
    await revoking.getByText(/refused from the next request on/).waitFor()
    await revoking.getByRole('button', { name: 'Revoke' }).click()
    await entry.waitFor({ state: 'detached' })
    expect(await statusWith(second)).toBe(401)
    await page.getByRole('checkbox', { name: 'Show ended keys and sessions too' }).check()
    await expect.poll(() => entry.getByText('Revoked', { exact: true }).count()).toBe(2)
    expect(unexpectedFaults(opened, 422)).toEqual([])
    await opened.close()
  })

  it('a rotated key stays on the screen when its own session ends', async () => {
    const created = await createKey('Own key')
    const opened = await visit(suite.browser, suite.open.server.url)
    const { page } = opened
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, String(created['key']), suite.open.ownerKey)
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await page.goto(`${suite.open.server.url}/keys?rotate=${String(created['id'])}`)
    const rotating = page.getByRole('dialog', { name: 'Rotate this key?' })
    await rotating.getByText(/this session ends at once/).waitFor()
    await rotating.getByRole('button', { name: 'Rotate' }).click()
    await page.getByRole('heading', { name: 'Sign in to Kitroom', includeHidden: true }).waitFor()
    const next = await takeSecret(page, 'The key was rotated', 'Key')
    expect(await statusWith(next)).toBe(200)
    await signIn(page, next)
    await page.getByRole('heading', { level: 1, name: 'Keys' }).or(page.getByRole('alert')).first().waitFor()
    await opened.close()
  })
})

describe('sessions', () => {
  it.each(LOOKS)('are listed beside the keys, and ended by a button, at $width px, $colorScheme', async (looks) => {
    const { key, id } = await createKey(`Tablet at ${looks.width}`)
    const other = await visit(suite.browser, suite.open.server.url)
    await signIn(other.page, String(key))
    await other.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    const opened = await visitSignedIn(suite.browser, suite.open, looks)
    const { page } = opened
    await page.goto(`${suite.open.server.url}/keys`)
    const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')
    await sessions.getByText('This browser').waitFor()
    expect(await sessions.getByText('This browser').count()).toBe(1)
    await sessions
      .filter({ hasText: `Tablet at ${looks.width}` })
      .getByRole('button', { name: 'End' })
      .click()
    await page.getByRole('dialog', { name: 'End this session?' }).getByRole('button', { name: 'End' }).click()
    await sessions.filter({ hasText: `Tablet at ${looks.width}` }).waitFor({ state: 'detached' })
    // Nobody touches the other page: its request that waits for changes is answered.
    await other.page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await statusWith(String(key))).toBe(200)
    expect(opened.faults).toEqual([])
    await suite.open.studio.settings.delete(`/keys/${String(id)}`)
    await Promise.all([opened.close(), other.close()])
  })

  it('a person ends their own session and is signed out', async () => {
    const opened = await visitSignedIn(suite.browser, suite.open)
    const { page } = opened
    await page.goto(`${suite.open.server.url}/keys`)
    const own = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem').filter({ hasText: 'This browser' })
    await own.getByRole('button', { name: 'End' }).click()
    const ending = page.getByRole('dialog', { name: 'End this session?' })
    await ending.getByText(/your own session/).waitFor()
    await ending.getByRole('button', { name: 'End' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(opened.faults).toEqual([])
    await opened.close()
  })
})

describe('an owner key with scopes', () => {
  const visitAs = async (scopes: readonly string[]) => {
    const { key } = await createKey(`Owner of ${scopes.join(' ')}`, { kind: 'owner', scopes })
    const opened = await visit(suite.browser, suite.open.server.url)
    await signIn(opened.page, suite.open.apiKey, String(key))
    await opened.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    return opened
  }

  it('with keys:read sees keys and sessions, and no buttons', async () => {
    const opened = await visitAs(['keys:read'])
    const { page } = opened
    const group = page.getByRole('complementary').getByRole('group', { name: 'Studio' })
    expect(await group.getByRole('link').allInnerTexts()).toEqual(['Keys'])
    await page.goto(`${suite.open.server.url}/keys?add=true`)
    await page.getByRole('region', { name: 'Keys' }).getByRole('listitem').first().waitFor()
    await page.getByRole('region', { name: 'Sessions' }).getByRole('listitem').first().waitFor()
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'New key' }).count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(opened.faults).toEqual([])
    await page.goto(`${suite.open.server.url}/webhooks`)
    await page
      .getByRole('alert')
      .getByText(/webhooks:read/)
      .waitFor()
    expect(await page.getByRole('alert').getByText('Request', { exact: false }).count()).toBeGreaterThan(0)
    await opened.close()
  })

  it('with keys:write gives away and changes no more than it has', async () => {
    const opened = await visitAs(['keys:read', 'keys:write'])
    const { page } = opened
    await page.goto(`${suite.open.server.url}/keys?add=true`)
    const form = page.getByRole('dialog', { name: 'New key' })
    await form.getByText('Owner', { exact: true }).waitFor()
    expect(await form.getByRole('checkbox').count(), 'scopes of the API').toBe(0)
    await form.getByText('Owner', { exact: true }).click()
    await form.getByRole('checkbox', { name: 'List keys' }).waitFor()
    expect(await form.getByRole('checkbox').count()).toBe(2)
    await form.getByRole('button', { name: 'Cancel' }).click()
    const full = page.getByRole('listitem').filter({ hasText: 'all settings' }).first()
    await full.waitFor()
    expect(await full.getByRole('button').count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Rotate/ }).count(), 'itself only').toBe(1)
    expect(opened.faults).toEqual([])
    await opened.close()
  })

  it('⌘K leads to the pages that it may see', async () => {
    const opened = await visitAs(['audit:read', 'profile:read'])
    const { page } = opened
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: 'Go to an item, a shoot or a page' }).fill('audit')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor()
    expect(opened.faults).toEqual([])
    await opened.close()
  })
})

it('keys and sessions are accessible in all looks, and show hostile names whole, as text', async () => {
  for (const name of [HOSTILE, RIGHT_TO_LEFT, LONG]) await createKey(name)
  await addKey(suite.open.studio.folder.databaseFile, suite.open.studio.accountId, { kind: 'worker' })
  const hostile = await createKey(`${HOSTILE} signs in`)
  const opened = await visit(suite.browser, suite.open.server.url)
  const { page, faults } = opened
  await signIn(page, String(hostile['key']), suite.open.ownerKey)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  const found: string[] = []
  const dialogs = [
    '',
    '?ended=true',
    '?add=true',
    `?rotate=${String(hostile['id'])}`,
    `?revoke=${String(hostile['id'])}`,
  ]
  for (const search of dialogs) {
    await page.goto(`${suite.open.server.url}/keys${search}`)
    await page.getByText(LONG).first().waitFor({ state: 'attached' })
    if (search.includes('=') && !search.includes('ended')) await page.getByRole('dialog').waitFor()
    found.push(...(await findFaultsInLooks(page, `/keys${search}`)))
  }
  expect(found).toEqual([])
  expect(faults).toEqual([])
  await opened.close()
})
