import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { runReminders } from '../../contract/control/reminders.ts'
import type { Visit } from './support/browser.ts'
import { useConsole } from './support/useConsole.ts'

// A German page speaks German: what is English stands under Details, or comes from the sheet.

const suite = useConsole()

const SHEET = [
  'Inventarnummer;Art;Marke;Modell;Kaufpreis;Gekauft am;Seriennummer;Anzahl;Bajonett;Gewicht;Verliehen;Farbe',
  'G-1;Kamera;Canon;R5;-5;;S-1;;EF;;;rot',
  'G-2;Kamera;Canon;R6;viel;;S-2;;;;;rot',
  'G-3;Objektiv;Canon;RF 50;100;3/4/2023;S-3;;RF;;;rot',
  'G-4;Objektiv;Canon;RF 85;100;03.04.23;S-4;;RF;;;rot',
  'G-5;Gizmo;Canon;X;100;;S-5;;;;;rot',
  'G-6;Kamera;;R8;100;31.04.2023;S-6;;;;;rot',
  'G-7;Kamera;Canon;R7;100 € netto;;S-7;;;;;rot',
  'G-7;Kamera;Canon;R7;100;;S-8;;;;;rot',
  'G-9;Kamera;Canon;R9;(100);;S-1;;;;;rot',
  'G-10;Kamera;Canon;R10;#REF!;;S-10;3;;;;rot',
  'G-11;Kamera;Canon;=A1+1;100;2023-05-01 10:30;S-11;;;;;rot',
  ';Kamera;Canon;R12;12 %;;S-12;;;;;rot',
  'G-13;Kamera;Canon;R13;1E5;;8-Jul;;;;;rot',
  'G-14;Kamera;Canon;R14;12 USD;;";;";;;5 t;;rot',
  'G-15;Filter;Hoya;ND;100;;S-15;;;;Ja;rot',
].join('\n')

const ENGLISH =
  /\b(?:the|and|or|is|are|this|that|which|with|cannot|row|rows|cell|cells|sheet|write|set|have|has|column|its|no|not|means?|header|says?|item|items)\b(?![:_=])/gi

/** Opens a page of the console in German. */
async function visitGerman(path: string, title = 'Abgleich'): Promise<Visit> {
  const opened = await suite.visit()
  await opened.page.evaluate(() => localStorage.setItem('kitroom.language', 'de'))
  await opened.page.goto(`${suite.open.server.url}${path}`)
  await opened.page.getByRole('heading', { level: 1, name: title }).waitFor()
  return opened
}

/** Reads what the page shows, without English details, quotations of the sheet and lines of settings. */
const readText = (page: Page, selector = 'main'): Promise<string> =>
  page.evaluate<string>(`(() => {
    const copy = document.querySelector('${selector}').cloneNode(true)
    for (const each of copy.querySelectorAll('.english, q, pre, .mono')) each.remove()
    return copy.textContent
  })()`)

it('a file that cannot be read says so in German', async () => {
  const { page, faults, close } = await visitGerman('/sync')
  const pdf = { name: 'liste.csv', mimeType: 'text/csv', buffer: Buffer.from('%PDF-1.7\n') }
  await page.locator('input[type=file]').setInputFiles(pdf)
  await page.getByText('Das ist ein PDF. Speichern Sie die Tabelle in ihrem Ursprungsprogramm').waitFor()
  expect((await readText(page)).match(ENGLISH)).toBeNull()
  expect(faults).toEqual([])
  await close()
})

it('a sheet with many faults is dropped, and its plan is read in German', async () => {
  const { page, faults, close } = await visitGerman('/sync')
  // Only rows on the screen are on the page.
  await page.setViewportSize({ width: 1280, height: 6000 })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'maengel.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) })
  await page.getByText('Tabelle: maengel.csv').waitFor()
  // The end of the run replaces the rows of its plan by those of its report.
  await page.getByText('Fertig, mit Fehlern').first().waitFor()
  await page.getByText('Wie die Spalten der Tabelle gelesen werden').click()
  await page.getByText('die Überschrift bedeutet es').first().waitFor()
  await page.getByText('„viel“ ist keine Zahl.').waitFor()
  const text = await readText(page)
  expect(text.match(ENGLISH)).toBeNull()
  expect(text).toContain('die Überschrift bedeutet es')
  expect(text).toContain('Dieselbe „Inventarnummer“ steht in Zeile')
  const details = page.locator('.english')
  expect(await details.count()).toBeGreaterThan(5)
  await details.first().getByText('Details').click()
  expect(faults).toEqual([])
  await close()
})

it('a row that the API refuses says why in German', async () => {
  const { page, faults, close } = await visitGerman('/sync')
  const sheet = 'Inventarnummer;Art;Marke;Modell\nV-1;Kamera;Canon;R5\n'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'vergeben.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  await page.getByRole('button', { name: 'Freigeben' }).waitFor()
  const item = { gear_type: 'camera', brand: 'Sony', model: 'A7', asset_tag: 'V-1' }
  const { id } = (await suite.open.studio.api.post('/gear', item)).item()
  await page.getByRole('button', { name: 'Freigeben' }).click()
  const row = page.getByRole('row').filter({ hasText: 'V-1' })
  const sentence = `Ein anderes Gerät hat diese Inventarnummer: ${id}. Inventarnummer: Das Gerät ${id} hat diese Nummer schon.`
  await row.getByText(sentence).waitFor()
  await row.getByText('Details').click()
  await row.getByText(`Another gear item has this asset tag: ${id}.`).waitFor()
  expect(faults).toEqual([])
  await close()
})

it('reminders are listed in German, though nobody asked for mails in it', async () => {
  const { api, sync } = suite.open.studio
  const item = (await api.post('/gear', { gear_type: 'camera', brand: 'Sony', model: 'FX6' })).item()
  const about = { item_type: 'camera', item_id: item.id, service_type: 'Check' }
  const tomorrow = Temporal.Now.plainDateISO('UTC').add({ days: 1 })
  await api.post('/maintenance', { ...about, service_date: tomorrow.toString() })
  await sync.client.call(runReminders, { body: {} })
  const { page, faults, close } = await visitGerman('/reminders', 'Erinnerungen')
  await page.getByText(/^Check für Sony FX6: fällig am \d\d\.\d\d\.\d{4}$/).waitFor()
  expect((await readText(page)).match(ENGLISH)).toBeNull()
  expect(faults).toEqual([])
  await close()
})

it('a reminder says in German why it was not sent, and its English text is under details', async () => {
  const channel =
    '{ id: mail, type: email, from: kit@studio.example, to: [ada@studio.example], smtp: { host: 127.0.0.1, port: 1, security: none } }'
  suite.open.studio.configure(`reminders: { channels: [${channel}] }\n`)
  const item = await suite.open.studio.api.createItem({ gear_type: 'camera', brand: 'Canon', model: 'Stumm' })
  const day = Temporal.Now.plainDateISO('UTC').add({ days: 1 }).toString()
  const service = { item_type: 'camera', item_id: item.id, service_type: 'Check', service_date: day }
  expect((await suite.open.studio.api.post('/maintenance', service)).status).toBe(201)
  await suite.open.studio.sync.client.call(runReminders, { body: {} })
  const { page, faults, close } = await visitGerman('/reminders', 'Erinnerungen')
  const line = page.getByRole('listitem').filter({ hasText: 'Canon Stumm' })
  await line.getByText('Der Mailserver 127.0.0.1:1 ist nicht erreichbar: „').waitFor()
  await line.getByRole('button', { name: 'Erledigt' }).click()
  await line.getByText('Die Erinnerung wurde bestätigt, bevor sie gesendet werden konnte.').waitFor()
  await line.getByText('Details').click()
  await line.getByText('It was acknowledged before it could be sent.').waitFor()
  expect(faults).toEqual([])
  await close()
})

it('a problem of the worker is on the first page in German', async () => {
  suite.open.studio.configure('sources: [{ id: gear, fiel: gear.csv }]')
  const { page, faults, close } = await visitGerman('/', 'Heute')
  const problem = page.locator('details.problem', { hasText: 'kitroom.yaml ist nicht verwendbar' })
  await problem.waitFor()
  await problem.locator('summary').first().click()
  await problem.getByText('Was das bedeutet: ').waitFor()
  // The faults of the API beside it are another matter: the page shows their own sentences.
  const text = (await readText(page, 'details.problem')).replaceAll(/auf Englisch: „[^“]*“/g, '')
  expect(text.match(ENGLISH)).toBeNull()
  // The worker refuses the list of sources meanwhile, which browsers log.
  expect(faults.filter((fault) => !fault.startsWith('Failed to load resource'))).toEqual([])
  await close()
})
