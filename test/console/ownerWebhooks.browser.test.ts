import type { Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { toLocalTime } from '../../console/base/zonedTime.ts'
import { parseAllowList } from '../../platform/outbound/allowList.ts'
import { verifyWebhook } from '../../platform/webhookSignature.ts'
import { startReceiver, type Receiver } from '../support/webhooks.ts'
import { visit } from './support/browser.ts'
import {
  choose,
  findFaultsInLooks,
  findSettledFaults,
  HOSTILE,
  LONG,
  LOOKS,
  RIGHT_TO_LEFT,
  takeSecret,
  unexpectedFaults,
} from './support/owner.ts'
import { signIn } from './support/studio.ts'
import { useConsole } from './support/useConsole.ts'

const BATCH = 30
let receiver: Receiver
const suite = useConsole(
  async () => {
    receiver = await startReceiver()
  },
  { webhookAllow: parseAllowList(['127.0.0.1/32:*']) },
)

afterAll(() => receiver?.[Symbol.asyncDispose]())
beforeEach(() => receiver.answer((_arrival, response) => void response.writeHead(200).end('taken')))

const addEndpoint = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await suite.open.studio.settings.post('/webhooks', { url: `${receiver.url}/hook`, events: ['*'], ...fields })).item()
    .id
const read = async (id: string): Promise<Record<string, unknown>> =>
  (await suite.open.studio.settings.get(`/webhooks/${id}`)).item()
const arrivalsAt = (path: string) => receiver.arrivals.filter((arrival) => arrival.path === path)
const openEndpoint = async (page: Page, id: string, search = ''): Promise<void> => {
  await page.goto(`${suite.open.server.url}/webhooks/${id}${search}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

describe('an endpoint', () => {
  it.each(LOOKS)('is created, tested, rotated and deleted at $width px, $colorScheme', async (looks) => {
    const opened = await suite.visit(looks)
    const { page } = opened
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const path = `/at-${looks.width}`
    await page.goto(`${suite.open.server.url}/webhooks?add=true`)
    const form = page.getByRole('dialog', { name: 'New endpoint' })
    await form.getByRole('textbox', { name: 'Address' }).fill('ftp://studio.example')
    await form.getByRole('button', { name: 'Create endpoint' }).click()
    await form.getByRole('textbox', { name: 'Address' }).and(page.locator('[aria-invalid="true"]')).waitFor()
    expect(await findSettledFaults(page)).toEqual([])
    await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url + path)
    await form.getByRole('checkbox', { name: 'All events' }).uncheck()
    await form.getByRole('checkbox', { name: 'All of gear' }).check()
    await form.getByRole('button', { name: 'Create endpoint' }).click()
    const secret = await takeSecret(page, 'The endpoint was created', 'Secret')

    await page.getByRole('link', { name: receiver.url + path }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByRole('group').filter({ hasText: 'answered 200' }).getByText('Delivered').waitFor()
    const [arrival] = arrivalsAt(path)
    expect(arrival && verifyWebhook({ ...arrival, secrets: [secret], nowMs: Date.now() }).ok).toBe(true)

    await page.getByRole('main').getByRole('button', { name: 'More' }).click()
    expect(await findSettledFaults(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Rotate the secret' }).click()
    const rotating = page.getByRole('dialog', { name: 'Rotate the secret?' })
    await choose(rotating, 'The old secret signs', 'no longer')
    await rotating.getByRole('button', { name: 'Rotate the secret' }).click()
    await page.getByRole('dialog', { name: 'The secret was rotated' }).waitFor()
    expect(await findSettledFaults(page)).toEqual([])
    const next = await takeSecret(page, 'The secret was rotated', 'Secret')
    expect(next).toMatch(/^whsec_/)
    expect(next).not.toBe(secret)

    await page.getByRole('main').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const deleting = page.getByRole('dialog', { name: 'Delete this endpoint?' })
    await deleting.getByText(/its log are deleted with it/).waitFor()
    await deleting.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/webhooks')
    expect(unexpectedFaults(opened, 422)).toEqual([])
    await opened.close()
  })

  it('is edited, and a change that crosses another asks which value stays', async () => {
    const id = await addEndpoint({ description: 'Mine' })
    const opened = await suite.visit()
    const { page } = opened
    await openEndpoint(page, id, '?dialog=edit')
    const form = page.getByRole('dialog', { name: 'Edit the endpoint' })
    await form.getByRole('textbox', { name: 'Description' }).fill('Edited here')
    await form.getByRole('checkbox', { name: 'All events' }).uncheck()
    await form.getByRole('checkbox', { name: 'Shoot added' }).check()
    await suite.open.studio.settings.patch(`/webhooks/${id}`, { updates: { description: 'Edited there' } })
    await form.getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('dialog', { name: 'Somebody changed this meanwhile' })
    await conflict.getByRole('radio', { name: 'Yours: Edited here' }).waitFor()
    await conflict.getByRole('radio', { name: 'Theirs: Edited there' }).check()
    await conflict.getByRole('button', { name: 'Save the chosen values' }).click()
    await form.waitFor({ state: 'detached' })
    expect(await read(id)).toMatchObject({ description: 'Edited there', events: ['shoot.created'] })
    expect(unexpectedFaults(opened, 412)).toEqual([])
    await suite.open.studio.settings.delete(`/webhooks/${id}`)
    await opened.close()
  })

  it('that was disabled says why, and is enabled again', async () => {
    const id = await addEndpoint({ url: `${receiver.url}/gone` })
    receiver.answer((_arrival, response) => void response.writeHead(410).end('gone'))
    await suite.open.studio.settings.post(`/webhooks/${id}/test`, {})
    await expect.poll(async () => (await read(id))['status']).toBe('disabled')
    const opened = await suite.visit()
    const { page, faults } = opened
    await page.goto(`${suite.open.server.url}/webhooks`)
    await page.getByRole('listitem').filter({ hasText: '/gone' }).getByText('the address answered 410').waitFor()
    await openEndpoint(page, id)
    await page
      .getByRole('alert')
      .getByText(/it is gone \(410\)/)
      .waitFor()
    await page.getByRole('button', { name: 'Enable again' }).click()
    await page.getByRole('button', { name: 'Send a test' }).waitFor()
    expect(await read(id)).toMatchObject({ status: 'enabled' })
    expect(faults).toEqual([])
    await suite.open.studio.settings.delete(`/webhooks/${id}`)
    await opened.close()
  })
})

describe('deliveries', () => {
  it.each(LOOKS)(
    'show their attempts, and are replayed one by one and from a time, at $width px, $colorScheme',
    async (looks) => {
      const path = `/replays-${looks.width}`
      const id = await addEndpoint({ url: receiver.url + path, events: ['gear.*'] })
      const seen = new Set<string>()
      receiver.answer(({ path: to, headers }, response) => {
        const event = `${to} ${headers['webhook-id']}`
        if (seen.has(event)) response.writeHead(200).end('taken')
        else response.writeHead(500).end(`${HOSTILE} failed`)
        seen.add(event)
      })
      const first = await suite.open.studio.api.createItem({ model: `One at ${looks.width}` })
      // Deliveries that are created in one millisecond are listed in any order.
      await expect.poll(() => arrivalsAt(path).length).toBeGreaterThanOrEqual(2)
      await suite.open.studio.api.createItem()
      await expect.poll(() => arrivalsAt(path).length).toBeGreaterThanOrEqual(4)
      const opened = await suite.visit(looks)
      const { page, faults } = opened
      await openEndpoint(page, id, '?status=delivered')
      const rows = page.getByRole('region', { name: 'Deliveries' }).getByRole('group')
      await expect.poll(() => rows.filter({ hasText: 'Gear added' }).count()).toBe(2)
      await rows.filter({ hasText: '2 attempts' }).last().locator('summary').click()
      await page.getByText(`${HOSTILE} failed`).first().waitFor()
      await page.getByText('Only an answer of 2xx counts as received.').waitFor()
      await page.getByText('Attempt 2').first().waitFor()
      await page.getByRole('button', { name: 'Replay this event' }).click()
      await page.getByText('1 event is sent again.').waitFor()
      const countOf = (record: string): number => arrivalsAt(path).filter(({ body }) => body.includes(record)).length
      await expect.poll(() => countOf(first.id)).toBeGreaterThanOrEqual(3)
      const sent = countOf(first.id)

      await page.getByRole('button', { name: 'Replay from a time' }).click()
      const dialog = page.getByRole('dialog', { name: 'Replay events' })
      await dialog.getByLabel('Since').fill('2020-01-01T00:00')
      await dialog.getByRole('button', { name: 'Replay' }).click()
      await dialog
        .getByText(/within the last 14 days/)
        .first()
        .waitFor()
      await dialog.getByLabel('Since').fill(new Date(Date.now() - 3_600_000 * 20).toISOString().slice(0, 16))
      await dialog.getByRole('button', { name: 'Replay' }).click()
      await dialog.getByText(/events are sent again\./).waitFor()
      await expect.poll(() => countOf(first.id)).toBeGreaterThan(sent)
      expect(unexpectedFaults({ ...opened, faults }, 422)).toEqual([])
      await suite.open.studio.settings.delete(`/webhooks/${id}`)
      await opened.close()
    },
  )

  it('come in pages', async () => {
    const id = await addEndpoint({ url: `${receiver.url}/many`, events: ['gear.created'] })
    for (let n = 0; n < 60; n++) await suite.open.studio.api.createItem({ model: `Page ${n}` })
    const opened = await suite.visit()
    const { page } = opened
    await openEndpoint(page, id)
    const rows = page.getByRole('region', { name: 'Deliveries' }).getByRole('group')
    await expect.poll(() => rows.count()).toBe(50)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows.count()).toBe(60)
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    expect(opened.faults).toEqual([])
    await suite.open.studio.settings.delete(`/webhooks/${id}`)
    await opened.close()
  })
})

it('an owner key with webhooks:read sees endpoints and deliveries, and no buttons', async () => {
  const id = await addEndpoint()
  await suite.open.studio.api.createItem()
  const { key } = (
    await suite.open.studio.settings.post('/keys', { name: 'Watcher', kind: 'owner', scopes: ['webhooks:read'] })
  ).item()
  const opened = await visit(suite.browser, suite.open.server.url)
  const { page, faults } = opened
  await signIn(page, suite.open.apiKey, String(key))
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.goto(`${suite.open.server.url}/webhooks?add=true`)
  await page.getByRole('link', { name: `${receiver.url}/hook` }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await openEndpoint(page, id, '?dialog=delete')
  const row = page.getByRole('region', { name: 'Deliveries' }).getByRole('group').first()
  await row.locator('summary').click()
  await row.getByText('Attempt 1').waitFor()
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(faults).toEqual([])
  await suite.open.studio.settings.delete(`/webhooks/${id}`)
  await opened.close()
})

it('the pages are accessible in all looks, and show hostile texts whole, as text', async () => {
  receiver.answer((_arrival, response) => void response.writeHead(400).end(`${HOSTILE}${RIGHT_TO_LEFT}${LONG}`))
  const url = `${receiver.url}/${LONG}?q=%3Cimg%20src=x%20onerror=alert(1)%3E`
  const id = await addEndpoint({ url, description: `${HOSTILE} ${RIGHT_TO_LEFT} ${LONG}`.slice(0, 200) })
  const secondId = await addEndpoint({ url: `${receiver.url}/second`, description: LONG })
  await suite.open.studio.settings.post(`/webhooks/${id}/test`, {})
  const opened = await suite.visit()
  const { page, faults } = opened
  await page.goto(`${suite.open.server.url}/webhooks`)
  await page.getByText(LONG).first().waitFor()
  const found = await findFaultsInLooks(page, '/webhooks')
  await page.goto(`${suite.open.server.url}/webhooks?add=true`)
  await page.getByRole('dialog').waitFor()
  found.push(...(await findFaultsInLooks(page, 'the new endpoint')))
  for (const dialog of ['', '?dialog=edit', '?dialog=rotate', '?dialog=delete', '?dialog=replay']) {
    await openEndpoint(page, id, dialog)
    if (dialog === '') {
      await page.getByRole('region', { name: 'Deliveries' }).locator('summary').first().click()
      await page.getByText('Attempt 1').waitFor()
    } else await page.getByRole('dialog').waitFor()
    found.push(...(await findFaultsInLooks(page, `the endpoint${dialog}`)))
  }
  expect(found).toEqual([])
  expect(faults).toEqual([])
  await opened.close()
  // They would get thousands of events of the next test.
  for (const one of [id, secondId]) await suite.open.studio.settings.delete(`/webhooks/${one}`)
})

it('a replay of more events than one request may send again continues at its cursor', async () => {
  const events = 5010
  const { timezone } = (await suite.open.studio.api.get('/profile')).item()['profile'] as { timezone: string }
  const since = toLocalTime(Date.now(), timezone)
  const item = await suite.open.studio.api.createItem()
  for (let n = 0; n < events; n += BATCH)
    await Promise.all(
      Array.from({ length: BATCH }, (_value, index) =>
        suite.open.studio.api.patch(`/gear/${item.id}`, { updates: { weight_g: n + index + 1 } }),
      ),
    )
  const id = await addEndpoint({ url: `${receiver.url}/all`, events: ['gear.updated'] })
  const opened = await suite.visit()
  const { page } = opened
  const cursors: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/replay')) cursors.push((request.postDataJSON() as Record<string, unknown>)['cursor'])
  })
  await openEndpoint(page, id, '?dialog=replay')
  const dialog = page.getByRole('dialog', { name: 'Replay events' })
  await dialog.getByLabel('Since').fill(since)
  await dialog.getByRole('button', { name: 'Replay' }).click()
  await dialog.getByText(/^5,\d{3} events are sent again\.$/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  expect(cursors).toEqual([undefined, expect.any(String)])
  expect(opened.faults).toEqual([])
  await suite.open.studio.settings.delete(`/webhooks/${id}`)
  await opened.close()
})
