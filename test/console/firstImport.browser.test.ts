// The first import as a film: from an empty studio without sources to an inventory, by clicks alone.
// KITROOM_TEST_FILM=<folder> keeps its pictures there.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { STARTER_CONFIG } from '../../contract/control/starterConfig.ts'
import { findAccessFaults, isWiderThanScreen } from './support/browser.ts'
import { useConsole } from './support/useConsole.ts'

const folder = process.env['KITROOM_TEST_FILM']
const MAX_CLICKS = 15

const suite = useConsole(async ({ studio }) => {
  studio.configure(STARTER_CONFIG)
})

/** Clicks like a person, and counts them: choosing from a list is two, typing one. */
function createHand(page: Page) {
  let clicks = 0
  return {
    countClicks: () => clicks,
    drop: async (name: string, text: string) => {
      const source = page.getByRole('region', { name: 'Drop a sheet here' }).getByRole('combobox', { name: 'Source' })
      await page.getByRole('button', { name: 'Choose a file' }).waitFor()
      if ((await source.count()) > 0) {
        clicks += 2
        await source.click()
        await page.getByRole('option', { name: 'A new list' }).click()
      }
      clicks += 1
      const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) }
      await page.getByLabel('Choose a file').setInputFiles(file)
    },
    click: async (name: string | RegExp) => {
      clicks += 1
      await page.getByRole('button', { name }).first().click()
    },
    choose: async (label: string, option: string | RegExp) => {
      clicks += 2
      await page.getByRole('combobox', { name: label }).first().click()
      await page.getByRole('option', { name: option }).first().click()
    },
    type: async (label: string, text: string) => {
      clicks += 1
      await page.getByRole('textbox', { name: label }).fill(text)
    },
  }
}

async function take(page: Page, step: string): Promise<void> {
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    await page.screenshot({ path: join(folder, `first-${step}.png`), fullPage: true })
  }
  expect({ step, faults: await findAccessFaults(page), isWide: await isWiderThanScreen(page) }).toEqual({
    step,
    faults: [],
    isWide: false,
  })
}

const GERMAN = `Gerätebestand Studio Nord;;;;;
Stand 03.11.2026;;;;;
;;;;;
Nr.;Gerät;Fabrikat;Händler;gekauft;Preis
Kameras;;;;;
K-01;FX3;Sony;Teltec;12.03.2023;3.899,00
K-02;EOS R5;Canon;Calumet;01.02.2022;4.199,00
Objektive;;;;;
O-01;RF 24-70mm F2.8 L;Canon;Calumet;01.02.2022;2.399,00
Summe;;;;;10.497,00
`

it.for([
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const)('a messy list becomes an inventory by answers, at $width px', async (looks) => {
  const { studio, server } = suite.open
  const { page, faults, close } = await suite.visit(looks)
  const hand = createHand(page)
  const tags = [`${looks.width}-01`, `${looks.width}-02`, `${looks.width}-03`]
  const list = GERMAN.replace('K-01', tags[0] ?? '')
    .replace('K-02', tags[1] ?? '')
    .replace('O-01', tags[2] ?? '')
  await page.goto(`${server.url}/sync`)
  await page.getByRole('region', { name: 'Drop a sheet here' }).waitFor()
  await hand.drop(`Bestand ${looks.width}.csv`, list)
  // The headings tell the types of the items below them; others would need one.
  await page.getByRole('region', { name: 'Ways out' }).waitFor()
  await hand.choose('Type of new items', 'Camera')
  await hand.click('Use this')
  await page.getByText('Approving adds 3 items.').waitFor()
  await take(page, `plan-${looks.width}`)

  const supplier = page.getByRole('combobox', { name: 'Read “Händler” as' })
  if (looks.width === 1280) await hand.choose('Read “Händler” as', /^Own field: Text/)
  await expect.poll(() => supplier.inputValue()).toBe('Händler')
  await page.getByText('Approving adds 3 items.').waitFor()
  await take(page, `answered-${looks.width}`)
  await hand.click('Approve')
  await page.getByRole('button', { name: 'Undo' }).waitFor()

  const items = (await studio.api.get('/gear')).items().filter(({ asset_tag: tag }) => tags.includes(String(tag)))
  expect(new Map(items.map((item) => [item['asset_tag'], item]))).toMatchObject(
    new Map([
      [
        tags[0],
        { gear_type: 'camera', brand: 'Sony', model: 'FX3', purchase_price: 3899, fields: { haendler: 'Teltec' } },
      ],
      [tags[1], { gear_type: 'camera', brand: 'Canon', purchase_date: '2022-02-01' }],
      [tags[2], { gear_type: 'lens', brand: 'Canon', fields: { haendler: 'Calumet' } }],
    ]),
  )
  expect(hand.countClicks()).toBeLessThanOrEqual(MAX_CLICKS)
  expect(readFileSync(join(studio.folder.dataDir, 'kitroom.yaml'), 'utf8')).toContain('dropped: true')
  expect(faults).toEqual([])
  await close()
})

it('a list without types and brands asks for them, and words without a meaning are answered', async () => {
  const { server, studio } = suite.open
  const { page, faults, close } = await suite.visit()
  const hand = createHand(page)
  await page.goto(`${server.url}/sync`)
  await hand.drop('mics.csv', 'Asset Tag,Model,Status\nM-1,MKH 416,zzyzx\nM-2,MKH 50,available\n')
  await page.getByRole('region', { name: 'Ways out' }).waitFor()
  await take(page, 'refused')
  await hand.choose('Type of new items', 'Accessory')
  await hand.type('Brand of new items', 'Sennheiser')
  await hand.click('Use this')
  await page.getByText('Words that stand for no value').waitFor()
  await hand.choose('“zzyzx” means', 'Available')
  await page.getByText('Approving adds 2 items.').waitFor()
  const answers = page.getByRole('region', { name: 'Answers' })
  await answers.getByText('Sennheiser').waitFor()
  await take(page, 'words')
  await hand.click('Approve')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  const items = (await studio.api.get('/gear')).items().filter(({ brand }) => brand === 'Sennheiser')
  expect(items).toMatchObject([
    { gear_type: 'accessory', status: 'available' },
    { gear_type: 'accessory', status: 'available' },
  ])
  expect(hand.countClicks()).toBeLessThanOrEqual(MAX_CLICKS)
  expect(faults).toEqual([])
  await close()
})

it('an answer is taken back, and the plan follows', async () => {
  const { server } = suite.open
  const { page, faults, close } = await suite.visit()
  const hand = createHand(page)
  await page.goto(`${server.url}/sync`)
  await hand.drop('back.csv', 'Asset Tag,Type,Brand,Model,Notes\nB-1,camera,Canon,R6,old\n')
  await page.getByText('Approving adds 1 item.').waitFor()
  await hand.choose('Read “Notes” as', 'Leave out')
  const choice = page.getByRole('combobox', { name: 'Read “Notes” as' })
  await expect.poll(() => choice.inputValue()).toBe('Leave out')
  await hand.click('Take back: Column: Notes')
  await expect.poll(() => choice.inputValue()).toBe('Notes')
  await page.getByText('Nothing is answered yet').waitFor()
  await hand.click('Reject')
  expect(faults).toEqual([])
  await close()
})

it('a list without tags gets them, in a copy that is saved', async () => {
  const { server, studio } = suite.open
  const { page, faults, close } = await suite.visit()
  const hand = createHand(page)
  await page.goto(`${server.url}/sync`)
  await hand.drop('untagged.csv', 'Type,Brand,Model\ncamera,Arri,Alexa 35\ncamera,Arri,Alexa Mini\n')
  const [saved] = await Promise.all([page.waitForEvent('download'), hand.click('Give each item an asset tag')])
  expect(saved.suggestedFilename()).toBe('untagged-tagged.csv')
  await page.getByText('Approving adds 2 items.').waitFor()
  await hand.click('Approve')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  const items = (await studio.api.get('/gear')).items().filter(({ brand }) => brand === 'Arri')
  expect(items.map((item) => item['asset_tag'])).toEqual([
    expect.stringMatching(/^KR-\d+$/),
    expect.stringMatching(/^KR-\d+$/),
  ])
  expect(faults).toEqual([])
  await close()
})

it('a refused cell is answered beside its fault, and the report says what to correct', async () => {
  const { server } = suite.open
  const { page, faults, close } = await suite.visit()
  const hand = createHand(page)
  await page.goto(`${server.url}/sync`)
  await hand.drop('cells.csv', 'Asset Tag,Type,Brand,Model,Purchased\nX-1,camera,Canon,R5,2024-02-30\n')
  await hand.click('Answer E2')
  await hand.type('Value of E2', '2024-02-29')
  await hand.click('Use this')
  await page.getByText('Approving adds 1 item.').waitFor()
  await page.getByText('The plan takes').waitFor()
  await take(page, 'cell')
  await hand.click('Take back: E2')
  await hand.click('Answer E2')
  await hand.click('Leave blank')
  await page.getByText('The plan takes the cell as blank.').waitFor()
  await hand.click('Approve')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.getByText('The plan takes the cell as blank.').waitFor()
  expect(faults).toEqual([])
  await close()
})

it('an export of Snipe-IT is read by its preset', async () => {
  const { server, studio } = suite.open
  const { page, faults, close } = await suite.visit()
  const hand = createHand(page)
  const exported = readFileSync(new URL('../sheets/fixtures/exports/snipe-it-report.csv', import.meta.url), 'utf8')
  await page.goto(`${server.url}/sync`)
  await hand.drop('custom-asset-report.csv', exported)
  await page.getByText('How cells are read').click()
  await hand.choose('Export of', 'Snipe-IT')
  await page.getByText('Approving adds 2 items.').waitFor()
  await take(page, 'snipe-it')
  await hand.click('Approve')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  const items = (await studio.api.get('/gear')).items().filter(({ asset_tag: tag }) => String(tag).startsWith('SN-'))
  expect(new Map(items.map((item) => [item['asset_tag'], item]))).toMatchObject(
    new Map([
      ['SN-0001', { gear_type: 'camera', brand: 'Canon', status: 'in_use', purchase_price: 3899 }],
      ['SN-0002', { gear_type: 'lens', brand: 'Canon', status: 'available' }],
    ]),
  )
  expect(hand.countClicks()).toBeLessThanOrEqual(MAX_CLICKS)
  expect(faults).toEqual([])
  await close()
})
