import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../contract/settings/audit.ts'
import { choose, findFaultsInLooks, findSettledFaults, LOOKS, unexpectedFaults } from './support/owner.ts'
import { visitSignedIn } from './support/studio.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole()

const goTo = async (page: Page, path: string): Promise<void> => {
  await page.goto(suite.open.server.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const textOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8')

describe('the audit', () => {
  it.each(LOOKS)('is searched, and a row shows values before and after, at $width px, $colorScheme', async (looks) => {
    const item = await suite.open.studio.api.createItem({ storage_location: 'Shelf A' })
    await suite.open.studio.api.patch(`/gear/${item.id}`, { updates: { storage_location: 'Shelf B' } })
    const opened = await visitSignedIn(suite.browser, suite.open, looks)
    const { page, faults } = opened
    await goTo(page, '/audit')
    const form = page.getByRole('search', { name: 'Search' })
    if (looks.width === 390) await page.getByText('Filters', { exact: true }).click()
    await form.getByRole('textbox', { name: 'Id of the record' }).fill(item.id)
    await choose(form, 'Action', 'Change (PATCH)')
    await form.getByRole('button', { name: 'Search' }).click()
    const rows = page.getByRole('region', { name: 'Requests' }).getByRole('group')
    await expect.poll(() => rows.count()).toBe(1)
    expect(new URL(page.url()).searchParams.get('method')).toBe('PATCH')
    await rows.first().locator('summary').click()
    const changes = rows.first().getByRole('list', { name: 'Changed' })
    await changes.getByText('Shelf A').waitFor()
    expect(await changes.innerText()).toMatch(/Location: Shelf A → Shelf B/)
    await form.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(1)
    expect(faults).toEqual([])
    await opened.close()
  })

  it('leaves out what the console reads until its box is ticked, and names the items; an item names who changed it', async () => {
    const { studio, server } = suite.open
    const key = (await studio.settings.post('/keys', { name: 'Ada', kind: 'api', scopes: ['gear:write'] })).item()
    const item = await studio.api.createItem({ brand: 'Leica', model: 'Named' })
    await studio.api.as(String(key.key)).patch(`/gear/${item.id}`, { updates: { notes: 'x' } })
    const opened = await visitSignedIn(suite.browser, suite.open)
    const { page, faults } = opened
    await goTo(page, `/inventory/${item.id}`)
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('by Ada').waitFor()
    await server.flushAudit()
    await goTo(page, `/audit?object_id=${item.id}`)
    const rows = page.getByRole('region', { name: 'Requests' }).getByRole('group')
    await expect.poll(() => rows.count()).toBe(2)
    expect(await rows.first().innerText()).toContain('Leica Named')
    await page.getByRole('checkbox', { name: 'Also what the pages of the console read' }).check()
    await page.getByRole('search', { name: 'Search' }).getByRole('button', { name: 'Search' }).click()
    await rows.filter({ hasText: 'GET /gear/{id}' }).first().waitFor()
    expect(await findFaultsInLooks(page, 'the audit with reads')).toEqual([])
    expect(faults).toEqual([])
    await opened.close()
  })

  it('is searched by time, key and answer, page by page, and a value that is none is refused beside its field', async () => {
    const { key, id } = (
      await suite.open.studio.settings.post('/keys', { name: 'Busy', kind: 'api', scopes: ['gear:read'] })
    ).item()
    const busy = suite.open.studio.api.as(String(key))
    for (let n = 0; n < 60; n++) await busy.get('/gear?limit=1')
    await busy.get('/shoots')
    await suite.open.server.flushAudit()
    const opened = await visitSignedIn(suite.browser, suite.open)
    const { page } = opened
    await expect
      .poll(async () => (await suite.open.studio.settings.get(`/audit?key_id=${id}&limit=200`)).items().length)
      .toBe(61)
    await goTo(page, '/audit')
    const form = page.getByRole('search', { name: 'Search' })
    await form.getByRole('combobox', { name: 'Key' }).fill('Busy')
    await page.getByRole('option', { name: /^Busy/ }).click()
    await form.getByLabel('From').fill(new Date(Date.now() - 86_400_000 * 2).toISOString().slice(0, 16))
    await form.getByRole('button', { name: 'Search' }).click()
    const rows = page.getByRole('region', { name: 'Requests' }).getByRole('group')
    await expect.poll(() => rows.count()).toBe(50)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows.count()).toBe(61)
    await choose(form, 'Answer', 'Refused (4xx)')
    await form.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await form.getByRole('textbox', { name: 'Id of the request' }).fill('no id')
    await form.getByRole('button', { name: 'Search' }).click()
    await form.getByRole('textbox', { name: 'Id of the request' }).and(page.locator('[aria-invalid="true"]')).waitFor()
    await page.getByRole('alert').getByText('Request').first().waitFor()
    expect(await findFaultsInLooks(page, 'a refused search')).toEqual([])
    expect(unexpectedFaults(opened, 400)).toEqual([])
    await opened.close()
  })

  it.each(LOOKS)(
    'is verified with its result in words, and its head is recognised, at $width px, $colorScheme',
    async (looks) => {
      const opened = await visitSignedIn(suite.browser, suite.open, looks)
      const { page } = opened
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await goTo(page, '/audit')
      await page.getByRole('link', { name: 'Verify' }).click()
      const dialog = page.getByRole('dialog', { name: 'Verify the audit' })
      await dialog.getByRole('button', { name: 'Verify' }).click()
      await dialog.getByText('Nothing was changed').waitFor()
      await dialog.getByRole('button', { name: 'Copy the head' }).click()
      await dialog.getByRole('button', { name: 'Copied' }).waitFor()
      const head = await page.evaluate<string>('navigator.clipboard.readText()')
      expect(head).toMatch(/^[0-9a-f]{64}$/)
      await dialog.getByRole('textbox', { name: 'Head of an earlier verification' }).fill(head)
      await dialog.getByRole('button', { name: 'Verify' }).click()
      await dialog.getByText('The earlier head is part of this chain.').waitFor()
      await dialog.getByRole('textbox', { name: 'Head of an earlier verification' }).fill('f'.repeat(64))
      await dialog.getByRole('button', { name: 'Verify' }).click()
      await dialog.getByText('The chain is damaged').waitFor()
      await dialog.getByText(/the head that was noted earlier is no link/).waitFor()
      await dialog.getByRole('textbox', { name: 'Head of an earlier verification' }).fill('short')
      await dialog.getByRole('button', { name: 'Verify' }).click()
      await dialog
        .getByRole('textbox', { name: 'Head of an earlier verification' })
        .and(page.locator('[aria-invalid="true"]'))
        .waitFor()
      expect(unexpectedFaults(opened, 400)).toEqual([])
      await opened.close()
    },
  )

  it('reports a row that was changed in the database', async () => {
    await suite.open.studio.api.createItem({ model: 'Tampered' })
    const account = suite.open.studio.accountId
    const [row] = await suite.open.studio.apiSql<{ seq: number; entry: string }>(
      'select seq, entry from audit where account_id = ? and entry like ? order by seq desc limit 1',
      account,
      '%"POST"%',
    )
    const store = (entry: string) =>
      suite.open.studio.apiSql(
        'update audit set entry = ? where account_id = ? and seq = ?',
        entry,
        account,
        row?.seq ?? 0,
      )
    await store((row?.entry ?? '').replace('"POST"', '"GET"'))
    const opened = await visitSignedIn(suite.browser, suite.open)
    const { page, faults } = opened
    await goTo(page, '/audit?verify=true')
    const dialog = page.getByRole('dialog', { name: 'Verify the audit' })
    await dialog.getByRole('button', { name: 'Verify' }).click()
    await dialog.getByText('The chain is damaged').waitFor()
    await store(row?.entry ?? '')
    await dialog.getByRole('button', { name: 'Verify' }).click()
    await dialog.getByText('Nothing was changed').waitFor()
    expect(faults).toEqual([])
    await opened.close()
  })

  it('shows for how long it verifies, and ends the request with the dialog', async () => {
    const opened = await visitSignedIn(suite.browser, suite.open)
    const { page, faults } = opened
    await goTo(page, '/audit?verify=true')
    // A slow line: the request reaches the server only after the dialog was closed.
    let letThrough: () => void = () => undefined
    const isLet = new Promise<void>((resolve) => (letThrough = resolve))
    await page.route('**/audit/verify*', async (route) => {
      await isLet
      await route.continue()
    })
    const failed = page.waitForEvent('requestfailed', {
      predicate: (request) => request.url().includes('/audit/verify'),
    })
    const dialog = page.getByRole('dialog', { name: 'Verify the audit' })
    await dialog.getByRole('button', { name: 'Verify' }).click()
    await dialog.getByText('Verifying for 2 seconds …').waitFor()
    expect(await findSettledFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED')
    letThrough()
    await dialog.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await opened.close()
  })

  it('is exported as the filters say, as CSV and NDJSON', async () => {
    const item = await suite.open.studio.api.createItem({ model: 'Exported' })
    const opened = await visitSignedIn(suite.browser, suite.open)
    const { page } = opened
    await goTo(page, `/audit?object_id=${item.id}`)
    const exportAs = async (format: string): Promise<Download> => {
      await page.getByRole('button', { name: 'Export' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ])
      return download
    }
    const csvFile = await exportAs('For spreadsheets (CSV)')
    expect(csvFile.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await textOf(csvFile)).trim().split('\r\n')
    expect(lines[0]).toMatch(/^seq,at,request_id/)
    expect(lines[1]).toContain(item.id)
    const entries = (await textOf(await exportAs('For programs (NDJSON)'))).trim().split('\n')
    expect(entries.map((line) => (JSON.parse(line) as AuditEntry).object_id)).toEqual([item.id])
    expect(opened.faults).toEqual([])
    await goTo(page, '/audit?status=999')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'For spreadsheets (CSV)' }).click()
    await page.getByRole('alert').first().waitFor()
    await opened.close()
  })
})
