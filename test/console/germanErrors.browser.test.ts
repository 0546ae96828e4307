import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { controlReasons } from '../../contract/controlReasons.ts'
import { formatReason } from '../../contract/reasonValues.ts'
import { addKey } from '../support/account.ts'
import { findSettingsError } from '../support/configFaults.ts'
import { visit, type Visit } from './support/browser.ts'
import { useConsole } from './support/useConsole.ts'

const suite = useConsole()

/** Words of the English sentences. None may be visible outside of Details, names and commands. */
const ENGLISH = /\b(?:the|must|is|are|was|not|with|this|and|has|have|invalid|required|failed)\b/gi

const createItem = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (
    await suite.open.studio.api.post('/gear', { gear_type: 'camera', brand: 'Canon', model: 'EOS R5', ...fields })
  ).item().id

async function signInGerman(ownerKey = suite.open.ownerKey, apiKey = suite.open.apiKey): Promise<Visit> {
  const opened = await visit(suite.browser, suite.open.server.url, { locale: 'de-DE' })
  const { page } = opened
  await page.getByRole('textbox', { name: 'API-Schlüssel' }).fill(apiKey)
  await page.getByRole('textbox', { name: 'Inhaberschlüssel' }).fill(ownerKey)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  return opened
}

/**
 * Waits for an error with the sentence, whose Details have the English one.
 * @returns its English words outside of Details
 */
async function findEnglish(page: Page, sentence: string | RegExp, english: string): Promise<string[]> {
  const alert = page.getByRole('alert').filter({ hasText: sentence }).first()
  await alert.waitFor()
  const visible = await alert.innerText()
  await alert.getByText('Details', { exact: true }).click()
  await alert.getByText(english).first().waitFor()
  return visible.match(ENGLISH) ?? []
}

const open = (page: Page, path: string): Promise<unknown> => page.goto(`${suite.open.server.url}${path}`)
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

describe('a German page says in German', () => {
  it('that a key is unknown', async () => {
    const opened = await signInGerman('', `sk_studio_${'0'.repeat(49)}`)
    expect(
      await findEnglish(opened.page, 'Dieser API-Schlüssel ist hier nicht bekannt.', 'The API key is not known here.'),
    ).toEqual([])
    await opened.close()
  })

  it('that a tag is taken, a number too large, a text blank, and an item changed or gone', async () => {
    const id = await createItem({ asset_tag: 'DE-1' })
    const other = await createItem({ model: 'EOS R6' })
    const opened = await signInGerman()
    const { page } = opened
    await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor()
    await open(page, `/inventory/${other}?edit=true`)
    await field(page, 'Inventarnummer').fill('DE-1')
    await page.getByRole('button', { name: 'Speichern' }).click()
    const taken = `Ein anderes Gerät hat diese Inventarnummer: ${id}.`
    expect(await findEnglish(page, taken, `Another gear item has this asset tag: ${id}.`)).toEqual([])
    await page.getByText(`Das Gerät ${id} hat diese Nummer schon.`).first().waitFor()
    await field(page, 'Inventarnummer').fill('DE-2')
    await field(page, 'Kaufpreis').fill('2.000.000.000')
    await field(page, 'Modell').fill('   ')
    await page.getByRole('button', { name: 'Speichern' }).click()
    expect(await findEnglish(page, '2 Angaben sind nicht gültig.', '2 fields are not valid: see errors.')).toEqual([])
    await page.getByText('Höchstens 1.000.000.000 ist möglich.').first().waitFor()
    await page.getByText('Die Angabe darf nicht leer sein.').first().waitFor()

    await open(page, `/inventory/${other}`)
    await page.getByRole('button', { name: 'Löschen' }).click()
    await suite.open.studio.api.patch(`/gear/${other}`, { updates: { notes: 'changed' } })
    const dialog = page.getByRole('dialog', { name: 'Dieses Gerät löschen?' })
    await dialog.getByRole('button', { name: 'Löschen' }).click()
    expect(
      await findEnglish(page, 'Jemand hat das inzwischen geändert.', 'The record has changed since you read it.'),
    ).toEqual([])
    await open(page, '/inventory/019d33aa-0000-7000-8000-000000000002')
    expect(
      await findEnglish(page, 'Unter dieser Kennung gibt es nichts: Gerät.', 'There is no gear item with this id.'),
    ).toEqual([])
    await opened.close()
  })

  it('that a name is missing, a day is past, and an address is refused', async () => {
    const opened = await signInGerman()
    const { page } = opened
    await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor()
    await open(page, '/keys')
    await page.getByRole('link', { name: 'Neuer Schlüssel' }).click()
    const form = page.getByRole('dialog', { name: 'Neuer Schlüssel' })
    await form.getByRole('button', { name: 'Schlüssel anlegen' }).click()
    expect(await findEnglish(page, 'Die Angabe darf nicht leer sein.', 'must not be blank')).toEqual([])
    await form.getByRole('textbox', { name: 'Name' }).fill('Anna')
    await form.getByRole('checkbox', { name: 'Geräte lesen' }).check()
    await form.getByRole('textbox', { name: 'Letzter Tag' }).fill('3.4.2020')
    await form.getByRole('button', { name: 'Schlüssel anlegen' }).click()
    expect(await findEnglish(page, 'Der Zeitpunkt muss in der Zukunft liegen.', 'must lie in the future')).toEqual([])

    await open(page, '/webhooks')
    await page.getByRole('link', { name: 'Neuer Endpunkt' }).first().click()
    const endpoint = page.getByRole('dialog', { name: 'Neuer Endpunkt' })
    await endpoint.getByRole('textbox', { name: 'Adresse' }).fill('https://127.0.0.1/hook')
    await endpoint.getByRole('checkbox', { name: 'Alle Ereignisse' }).check()
    await endpoint.getByRole('button', { name: 'Endpunkt anlegen' }).click()
    const refused = /Diese Adresse ist nicht im öffentlichen Internet\..*KITROOM_WEBHOOK_ALLOW/
    expect(await findEnglish(page, refused, 'This address is not on the public internet.')).toEqual([])
    await opened.close()
  })

  it('that a scope is missing, a line of kitroom.yaml is wrong, and the worker is busy', async () => {
    const { studio } = suite.open
    const narrow = await addKey(studio.folder.databaseFile, studio.accountId, { scopes: ['gear:read'] })
    const opened = await signInGerman(suite.open.ownerKey, narrow)
    const { page } = opened
    await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor()
    await open(page, '/shoots')
    expect(
      await findEnglish(
        page,
        'Dafür ist ein Schlüssel mit dem Recht „Shootings lesen (shoots:read)“ nötig.',
        'This needs a key with',
      ),
    ).toEqual([])

    const fault = findSettingsError('reminders:\n  at: 9h\n  colour: red\n')
    // Answers of a worker whose settings and limits a test cannot change without stopping it.
    const refusals = {
      settings_invalid: [
        { lines: fault.lines, answer: fault.message },
        /in den Zeilen 2, 3.*kitroom\.yaml, Zeile 2, reminders\.at: Es muss eine Uhrzeit .*kitroom\.yaml, Zeile 3: „colour“/s,
        { settings_faults: fault.faults.map(({ message: detail, sentences }) => ({ detail, sentences })) },
      ],
      too_many_uploads: [{ max: 4, max_mib: 128 }, 'höchstens 4 Tabellen oder 128 MiB', {}],
    } as const
    for (const [reason, [values, sentence, more]] of Object.entries(refusals)) {
      const kind = controlReasons[reason as keyof typeof refusals]
      const detail = formatReason(kind, values)
      const body = JSON.stringify({ status: 400, code: kind.code, detail, reason, values, ...more })
      await page.route('**/console/api/worker/v1/sources', (route) =>
        route.fulfill({ status: 400, contentType: 'application/problem+json', body }),
      )
      await open(page, '/sync')
      expect(await findEnglish(page, sentence, detail.split('\n').at(-1) ?? '')).toEqual([])
      await page.unroute('**/console/api/worker/v1/sources')
    }
    await opened.close()
  })
})
