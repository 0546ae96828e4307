import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFreePort } from '../../../local/ports.ts'
import { endLeftover } from '../../../local/processes.ts'
import { silentPrinter } from '../../../local/progressPrinter.ts'
import { findTemporal } from '../../../local/temporal/find.ts'
import { startGoogle, type FakeGoogle } from '../../google/google.ts'
import { requireNoSecret } from '../../google/issuedSecrets.ts'
import type { StoredSpreadsheet } from '../../google/sheets/storedSpreadsheet.ts'
import { startFile, type StartedProcess } from '../../support/run.ts'
import { until } from '../../support/wait.ts'
import { ADA, visit, waitForAddress } from './support.ts'

// A new user's first day, from an empty folder: start, sign-in, check, plan, apply, write-back, calendar.
// walk.golden.txt has each message.

const GOLDEN = new URL('walk.golden.txt', import.meta.url)
const CELLS = [
  ['Asset Tag', 'Type', 'Brand', 'Model', 'Serial', 'Price', 'Bought'],
  ['CAM-001', 'Camera', 'Sony', 'FX3', '0042', 3900, '2024-03-01'],
  ['LENS-001', 'Lens', 'Canon', 'RF 50mm', '0043', 1500, '2024-03-02'],
  ['DRN-001', 'Submarine', 'DJI', 'Mavic 3', '0044', 2000, '2024-03-03'],
]

let folder: string
let env: Record<string, string | undefined>
let google: FakeGoogle
let sheet: StoredSpreadsheet
let started: StartedProcess
const transcript: string[] = []
const outputs = new Map<string, string>()

beforeAll(async () => {
  google = await startGoogle()
  sheet = google.addSpreadsheet({
    title: 'Gear',
    sheets: [{ title: 'Inventory', cells: CELLS }],
    sharedWith: { [ADA]: 'writer' },
  })
  google.signIn(ADA, { picks: [sheet.id] })
  folder = mkdtempSync(join(tmpdir(), 'kitroom-walk-'))
  // Only Temporal is on the PATH, so no browser starts.
  mkdirSync(join(folder, 'bin'))
  symlinkSync(await findTemporal(process.env, silentPrinter), join(folder, 'bin', 'temporal'))
  writeFileSync(join(folder, 'client.json'), JSON.stringify(google.addDesktopClient()), { mode: 0o600 })
  env = {
    HOME: process.env['HOME'],
    PATH: join(folder, 'bin'),
    KITROOM_DATA_DIR: join(folder, 'data'),
    KITROOM_CONFIG: join(folder, 'kitroom.yaml'),
    KITROOM_GOOGLE_URL: google.url,
    KITROOM_PORT: String(await findFreePort()),
    KITROOM_WORKER_PORT: String(await findFreePort()),
    KITROOM_INGRESS_PORT: String(await findFreePort()),
  }
})
afterAll(async () => {
  const runFile = join(folder, 'data', 'run.json')
  if (existsSync(runFile))
    for (const process of Object.values(JSON.parse(readFileSync(runFile, 'utf8')).processes as object))
      await endLeftover(process, 5000)
  rmSync(folder, { recursive: true, force: true })
  await google.stop()
})

/** Replaces what differs between runs. */
const mask = (text: string): string =>
  text
    .replaceAll(folder, '…')
    .replaceAll(google.url, 'https://accounts.google.com')
    .replaceAll(sheet.id, '1AbC…')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d+ rows, [\d.]+ [kM]?B, in [\d.]+ s/g, 'ROWS')
    // How often progress is printed depends on the machine.
    .replaceAll(/^(?:Reading|Comparing|Writing|Copying)\b.*\n/gm, '')
    .replaceAll(/\S+@group\.calendar\.google\.com/g, '…@group.calendar.google.com')
    .replaceAll(/\?\S+code_challenge\S+/g, '?…')
    .replaceAll(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?/g, 'TIME')
    .replaceAll(/\b20(?:2[6-9]|[3-9]\d)-\d\d-\d\d\b/g, 'DAY')

/** Runs a command and keeps what it prints. @param browse plays the browser of a sign-in @returns its exit code */
async function kitroom(command: string, browse?: typeof visit): Promise<number | null> {
  const run = startFile('cli/main.ts', command.replace('FOLDER', folder).split(' '), env)
  if (browse) await browse(await waitForAddress(run))
  const { code, out, err } = await run.ended
  transcript.push(
    mask(`$ kitroom ${command}`),
    mask(`${err}${out}`).trimEnd(),
    ...(code === 0 ? [] : [`(exit ${code})`]),
    '',
  )
  outputs.set(command, out + err)
  return code
}

const configure = (text: string): void => writeFileSync(join(folder, 'kitroom.yaml'), text)
const source = (more = ''): string => `sources:\n  - id: main\n    google_sheet: ${sheet.id}\n${more}`
const events = (): (string | undefined)[] =>
  [...google.calendars.values()].flatMap((calendar) => calendar.events().map(({ summary }) => summary))

it('from an empty folder to a sheet that says what became of each row, and a calendar with the shoots', async () => {
  started = startFile('bin/run.mjs', ['local/start.ts', '--currency', 'EUR'], env)
  await started.waitForOutput(/Kitroom is running\. Ctrl-C stops it/)
  configure(source())
  expect(await kitroom('google check')).toBe(1)
  expect(await kitroom('google login --client FOLDER/client.json', visit)).toBe(0)
  expect(await kitroom('google check')).toBe(0)
  await kitroom('sync plan main')
  await kitroom('sync apply main --yes')
  configure(source('    write_back: true\n'))
  await kitroom('sync apply main --yes')
  configure(
    `${source('    write_back: true\n')}calendars:\n  - id: team\n    name: Studio\n    google:\n      calendar: new\n`,
  )
  expect(await kitroom('google login --calendar --client FOLDER/client.json', visit)).toBe(0)
  expect(await kitroom('google calendar team')).toBe(0)
  const day = Temporal.Now.plainDateISO().add({ days: 5 })
  expect(await kitroom(`shoot create --title Lookbook --shoot-date ${day.toString()} --shoot-time 10:00`)).toBe(0)
  await until('the shoot is in the calendar', async () => events().includes('Lookbook'))
  expect(await kitroom('google check')).toBe(0)
  expect(await kitroom('backup --out FOLDER/backups')).toBe(0)
  const statuses = ['I1', 'I2', 'I3', 'I4'].map((cell) => sheet.cell('Inventory', cell).value)
  expect(statuses).toEqual(['Status', 'unchanged', 'unchanged', 'refused'])
})

it('each message is as expected; UPDATE_GOLDEN=1 writes them', () => {
  const text = transcript.join('\n')
  if (process.env['UPDATE_GOLDEN']) writeFileSync(GOLDEN, text)
  expect(text).toBe(readFileSync(GOLDEN, 'utf8'))
})

it('no secret of Google is in a file of the installation, its backup or any output', async () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'client.json',
  )
  const texts = files.map(({ parentPath, name }): [string, string] => [
    join(parentPath, name),
    readFileSync(join(parentPath, name), 'latin1'),
  ])
  requireNoSecret(new Map([...texts, ...outputs, ['npm start', started.out() + started.err()]]))
  started.child.kill('SIGINT')
  expect((await started.ended).code).toBe(0)
})
