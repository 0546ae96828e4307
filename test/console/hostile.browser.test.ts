// What a sheet, a key, a webhook and records can carry into the pages: markup, addresses that run scripts, mirrored and
// very long texts.
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { ownFields, gearTypes, type GearType } from '../../contract/api/gearFields.ts'
import { findFieldKind } from '../../sheets/vocabulary/fields.ts'
import { isWiderThanScreen, visit } from './support/browser.ts'
import { findSettledFaults } from './support/owner.ts'
import { waitUntilQuiet } from './support/quiet.ts'
import { planSheet } from './support/sheet.ts'
import { signIn, visitSignedIn } from './support/studio.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole()
const IMAGE = '<img src=x onerror=alert(1)>'
const SVG = '<svg/onload=alert(2)>'
const SCRIPT = `"'></title></style><script>alert(3)</script>`
const ADDRESS = 'javascript:alert(4)'
const MIRRORED = '\u202Egnp.exe \u2066\u05E9\u05DC\u05D5\u05DD'
const LONG = 'W'.repeat(200)
const PAYLOADS = [IMAGE, SVG, SCRIPT, ADDRESS, MIRRORED, LONG]

/** Besides those that the navigation names. */
const KNOWN_PATHS = [
  '/',
  '/inventory',
  '/sync',
  '/shoots',
  '/shoots?view=list',
  '/maintenance',
  '/documents',
  '/reminders',
  '/figures',
]

/** Evaluated in the page: elements that only a text taken as HTML, or as an address, can have made. */
const INJECTED = `[...document.querySelectorAll('img[src="x"], svg[onload], [onerror], [href^="javascript:" i], [src^="javascript:" i]')]
  .map((element) => element.outerHTML.slice(0, 200))`

/** @param isAccessChecked false for pages that another test gives to axe */
async function findFaults(page: Page, isAccessChecked = true): Promise<unknown[]> {
  await waitUntilQuiet(page)
  const injected = await page.evaluate<string[]>(INJECTED)
  const scripts = await page.locator('script:not([src])').count()
  const wide = (await isWiderThanScreen(page)) ? ['wider than the screen'] : []
  return [
    ...injected,
    ...wide,
    ...(scripts > 0 ? ['a script without an address'] : []),
    ...(isAccessChecked ? await findSettledFaults(page) : []),
  ]
}

/** Text fields that a sheet can set, of every type of gear. */
const textFields = (type: GearType): string[] => [
  'notes',
  'serial_number',
  'storage_location',
  'warranty_provider',
  ...Object.keys(ownFields[type]).filter((name) => ['text', 'identifier'].includes(findFieldKind(name) ?? '')),
]

/** An item of each type, all of whose texts are hostile, each payload in another field. */
const hostileItems = (): Record<string, unknown>[] =>
  gearTypes.map((type, typeIndex) => {
    const fields = textFields(type).map((name, index) => [name, PAYLOADS[(typeIndex + index) % PAYLOADS.length]])
    const lists = type === 'accessory' ? { compatible_with: PAYLOADS, category: 'hostile_0' } : {}
    const brand = PAYLOADS[typeIndex % (PAYLOADS.length - 1)]
    return {
      gear_type: type,
      brand,
      model: SCRIPT,
      asset_tag: `${IMAGE}${type}`,
      ...Object.fromEntries(fields),
      ...lists,
      fields: hostileValues(typeIndex),
    }
  })

/** An own field of each kind that has texts, and the values of an item. */
const hostileFields: Record<string, unknown>[] = [
  { name: 'mark', label: MIRRORED + IMAGE, type: 'text', help: `${SCRIPT} ${LONG}`, filterable: true },
  { name: 'grade', label: SVG + SCRIPT, type: 'choice', choices: PAYLOADS.map((text) => text.slice(0, 100)) },
  { name: 'size', label: LONG.slice(0, 100), type: 'number', unit: IMAGE.slice(0, 20), filterable: true },
]
const hostileValues = (index: number): Record<string, unknown> => {
  const text = PAYLOADS[index % PAYLOADS.length] ?? ''
  return { mark: text, grade: text.slice(0, 100), size: index }
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
const HEADERS = [
  'Asset Tag',
  'Type',
  'Brand',
  'Model',
  'Serial Number',
  'Storage Location',
  'Purchase Price',
  'Notes',
  IMAGE,
  MIRRORED,
]
/** Rows that are created, refused for a cell, refused for the type, and twice the same key. */
const hostileSheet = (): string =>
  [
    HEADERS,
    [`${IMAGE}1`, 'camera', IMAGE, SCRIPT, LONG, MIRRORED, '100', `${SVG} ${ADDRESS}`, IMAGE, LONG],
    [`${SVG}2`, 'camera', MIRRORED, LONG.slice(0, 120), SVG, IMAGE, IMAGE, '', SCRIPT, ''],
    [`${ADDRESS}3`, IMAGE, 'Canon', 'EOS R5', '', '', LONG, '', '', ''],
    ['SAME', 'camera', SVG, IMAGE, '', '', '', '', '', ''],
    ['SAME', 'camera', SVG, SCRIPT, '', '', '', '', '', ''],
  ]
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('')

/** Evaluated in the page: makes own fields columns of the inventory. */
const SHOW_OWN_FIELDS = `localStorage.setItem('kitroom.inventory.columns', '{"fields.mark": true, "fields.grade": true, "fields.size": true}')`

let itemIds: string[] = []
const webhookIds: string[] = []
let hostileKey = ''

beforeAll(async () => {
  const { studio } = suite.open
  const today = new Date().toISOString().slice(0, 10)
  for (const field of hostileFields) {
    const reply = await studio.settings.post('/fields', field)
    if (reply.status !== 201) throw new Error(reply.text)
  }
  for (const [index, text] of PAYLOADS.entries()) {
    const reply = await studio.settings.post('/categories', { name: `hostile_${index}`, label: text.slice(0, 100) })
    if (reply.status !== 201) throw new Error(reply.text)
  }
  itemIds = await Promise.all(hostileItems().map(async (item) => (await studio.api.post('/gear', item)).item().id))
  const [first = ''] = itemIds
  for (const text of PAYLOADS) {
    const title = text.slice(0, 200)
    await studio.api.post('/shoots', { title, client_name: title, shoot_date: today, locations: PAYLOADS, notes: text })
    await studio.api.post('/maintenance', {
      item_type: 'camera',
      item_id: first,
      service_type: title,
      service_provider: title,
      service_date: today,
      notes: text,
    })
    await studio.settings.post('/documents', {
      type: 'warranty',
      title,
      gear_id: first,
      provider: title,
      reference_number: title,
      file_name: title,
      expires_on: today,
    })
    webhookIds.push(
      (
        await studio.settings.post('/webhooks', {
          url: `https://hooks.example/${encodeURIComponent(text)}?a=%3Cscript%3E`,
          description: title,
          events: ['*'],
        })
      ).item().id,
    )
  }
  await studio.settings.post('/keys', { name: IMAGE, kind: 'api', scopes: ['gear:read'] })
  hostileKey = String(
    (
      await studio.settings.post('/keys', {
        name: `${IMAGE} ${MIRRORED}`.slice(0, 100),
        kind: 'owner',
        scopes: ['automation:read'],
      })
    ).item()['key'],
  )
})

const SCHEMES = ['light', 'dark'] as const

/** Pages of items have one layout, so axe gets half of them at each width. */
const isCheckedAt = (width: number, path: string): boolean =>
  !itemIds.some((id, index) => path === `/inventory/${id}` && index % 2 === (width === 390 ? 0 : 1))

it.each([1280, 390])(
  'every page is accessible and shows records, documents, webhooks and keys as text, at %i px',
  async (width) => {
    const opened = await visitSignedIn(suite.browser, suite.open, { width })
    const { page, faults } = opened
    await page.evaluate(SHOW_OWN_FIELDS)
    const links = await page
      .locator('nav[aria-label="Pages"] a')
      .evaluateAll((found) => found.map((link) => String(link.getAttribute('href'))))
    const paths = new Set([
      ...links,
      ...KNOWN_PATHS,
      ...itemIds.map((id) => `/inventory/${id}`),
      `/inventory/${itemIds[2]}?edit=true`,
      `/webhooks/${webhookIds[0]}`,
    ])
    const found: Record<string, unknown> = {}
    for (const path of paths) {
      await page.goto(suite.open.server.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      // Other pages have tests of their own that show them in all looks.
      const schemes = KNOWN_PATHS.includes(path) ? SCHEMES : [SCHEMES[width === 390 ? 0 : 1]]
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        const problems = await findFaults(page, isCheckedAt(width, path))
        if (problems.length > 0) found[`${path}, ${colorScheme}`] = problems
      }
    }
    expect(found).toEqual({})
    expect(faults).toEqual([])
    await opened.close()
  },
)

it.each([1280, 390])('a sheet whose cells, headers and name are hostile is shown as text, at %i px', async (width) => {
  const opened = await visitSignedIn(suite.browser, suite.open, { width })
  const { page, faults } = opened
  await planSheet(page, `${IMAGE}${MIRRORED}${'w'.repeat(100)}.csv`, hostileSheet())
  await page.getByText(IMAGE).first().waitFor()
  await page.getByText('Columns of the sheet').click()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Rejected').first().waitFor()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('navigation').getByRole('link', { name: 'Sync' }).first().click()
  expect(await findFaults(page)).toEqual([])
  expect(faults).toEqual([])
  await opened.close()
})

it('a key’s label, search words and the palette are text', async () => {
  const { server, apiKey } = suite.open
  const opened = await visit(suite.browser, server.url)
  const { page, faults } = opened
  await signIn(page, apiKey, hostileKey)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.getByText(IMAGE).first().waitFor()
  await page.getByTitle('Account and settings').click()
  expect(await findFaults(page)).toEqual([])
  await page.goto(
    `${server.url}/inventory?search=${encodeURIComponent(IMAGE)}&type=${encodeURIComponent(SCRIPT)}&location=${encodeURIComponent(ADDRESS)}`,
  )
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await findFaults(page)).toEqual([])
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: /Go to an item/ }).fill('img')
  await page
    .getByRole('button', { name: new RegExp('<img') })
    .or(page.getByText(IMAGE))
    .first()
    .waitFor()
  expect(await findFaults(page)).toEqual([])
  for (const path of [
    `/${encodeURIComponent(IMAGE)}`,
    `/inventory/${encodeURIComponent(SCRIPT)}`,
    `/sync/${encodeURIComponent(IMAGE)}?q=${encodeURIComponent(SVG)}`,
  ]) {
    await page.goto(server.url + path)
    await page.locator('main').waitFor()
    expect({
      path,
      faults: (await findFaults(page)).filter((fault) => !String(fault).includes('page-has-heading')),
    }).toEqual({ path, faults: [] })
  }
  expect(faults.filter((fault) => !/status of 40[04]/.test(fault))).toEqual([])
  await opened.close()
})
