// Makes the demo's studio look used: with records that people entered, results of the daily run, and a plan that waits
// for a decision.
import { join } from 'node:path'
import { createClient, type Client } from '../../client/client.ts'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { CONTROL_BASE, ControlAccess, startRun, watchRun } from '../../contract/control/control.ts'
import { uploadSheet } from '../../contract/control/sheetFiles.ts'
import { listGear, type Gear } from '../../contract/api/gear.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { MAX_LIMIT } from '../../contract/page.ts'
import { runReminders } from '../../contract/control/reminders.ts'
import { createKey, type NewKey } from '../../contract/settings/keys.ts'
import { SETTINGS_BASE } from '../../contract/settings/operations.ts'
import { readJson } from '../../platform/secretFile.ts'
import { LocalError } from '../errors.ts'
import { createDemoDays, type DemoDays } from './days.ts'
import { makeEdits } from './edits.ts'
import { LATER_SHEET_NAME, writeLaterSheet } from './laterSheet.ts'
import { enterPapers } from './papers.ts'
import { enterServices } from './service.ts'
import { enterShoots } from './shoots.ts'

export interface DemoStudio {
  apiUrl: string
  apiKey: string
  ownerKey: string
  dataFolder: string
  /** IANA name of the studio's time zone. */
  timeZone: string
}

/** Keys of people, in addition to those of the demo itself. Nobody needs their texts. */
const KEYS: readonly NewKey[] = [
  { name: 'Front desk', kind: 'api', scopes: ['gear:read', 'shoots:read', 'shoots:write', 'profile:read'] },
  { name: 'Website', kind: 'api', scopes: ['gear:read'], rate_per_second: 5 },
]

async function enterRecords(api: Client, settings: Client, items: readonly Gear[], days: DemoDays): Promise<void> {
  const byTag = new Map(
    items.flatMap((item): [string, Gear][] => (item.asset_tag === null ? [] : [[item.asset_tag, item]])),
  )
  await Promise.all([
    makeEdits(api, byTag, days),
    enterShoots(api, days),
    enterServices(api, byTag, days),
    enterPapers(settings, byTag, days),
    ...KEYS.map((key) => settings.call(createKey, { body: key }, { idempotencyKey: crypto.randomUUID() })),
  ])
}

/** Starts a run of the later sheet, and waits until its plan needs a decision. */
async function dropLaterSheet(control: Client, items: readonly Gear[]): Promise<void> {
  const bytes = new TextEncoder().encode(writeLaterSheet(items))
  const { upload_id: uploadId } = (await control.upload(uploadSheet, bytes, { query: { name: LATER_SHEET_NAME } })).body
    .data
  const { run_id: id } = (
    await control.call(startRun, { body: { source: 'main', decide: 'wait', upload_id: uploadId } })
  ).body.data
  for await (const _run of control.stream(watchRun, { params: { id } }));
}

async function useWorker({ dataFolder }: DemoStudio, work: (control: Client) => Promise<unknown>): Promise<void> {
  const access = readJson(join(dataFolder, 'control.json'), ControlAccess)
  if (!access) throw new LocalError('demo_failed', 'The worker of the demo is not running.')
  const control = createClient({
    url: new URL(access.url).origin + CONTROL_BASE,
    token: access.token,
    userAgent: 'kitroom-demo',
  })
  try {
    await work(control)
  } finally {
    await control.close()
  }
}

async function explainFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error
    throw new LocalError('demo_failed', `The demo’s studio could not be filled: ${error.message}`, { cause: error })
  }
}

async function enterAll(studio: DemoStudio): Promise<void> {
  const { apiUrl, apiKey, ownerKey, timeZone } = studio
  const api = createClient({ url: apiUrl + API_BASE, token: apiKey, userAgent: 'kitroom-demo' })
  const settings = createClient({ url: apiUrl + SETTINGS_BASE, token: ownerKey, userAgent: 'kitroom-demo' })
  try {
    const items = (await api.call(listGear, { query: { limit: MAX_LIMIT } })).body.data
    await enterRecords(api, settings, items, createDemoDays(Date.now(), timeZone))
    await useWorker(studio, (control) => dropLaterSheet(control, items))
  } finally {
    await Promise.all([api.close(), settings.close()])
  }
}

/**
 * Adds records to the demo's studio after its first sync.
 * @throws LocalError when the API or the worker refuses something
 */
export const furnishDemo = (studio: DemoStudio): Promise<void> => explainFailure(enterAll(studio))

/** Runs the daily checks for some seconds: services by plans, and reminders. @throws LocalError */
export const runDemoDay = (studio: DemoStudio): Promise<void> =>
  explainFailure(useWorker(studio, (control) => control.call(runReminders, { body: {} })))
