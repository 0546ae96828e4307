import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGoogleAccounts } from '../../../../activities/google/googleAccounts.ts'
import { createGoogleHost } from '../../../../activities/google/googleHost.ts'
import { createSignIns } from '../../../../activities/google/googleSignIns.ts'
import { findLastDownload } from '../../../../activities/inventorySync/lastDownload.ts'
import { emptyAllowList } from '../../../../platform/outbound/allowList.ts'
import { BOX_KEY_BYTES, createSecretBox } from '../../../../platform/secretBox.ts'
import { fetchSheet } from '../../../../sheets/sources/kinds.ts'
import type { FetchedSheet, GoogleHost, SourceDeps, WriteBackResult } from '../../../../sheets/sources/source.ts'
import { newStateUrl } from '../../../support/stateUrl.ts'
import { openState } from '../../../../state/database/open.ts'
import { findDownload, storeDownload, updateDownloadEtag } from '../../../../state/sync/downloads.ts'
import { stageSheet, toSheetContent } from '../../../../state/sync/stagedSheets.ts'
import { toIsoTime } from '../../../../platform/clock.ts'
import { startGoogle, type FakeGoogle } from '../../../google/google.ts'
import type { NewSheet } from '../../../google/sheets/storedSheet.ts'
import type { Role, StoredSpreadsheet } from '../../../google/sheets/storedSpreadsheet.ts'
import { source as createSource } from '../../support.ts'
import { fakeClock, type FakeClock } from '../../../support/server.ts'

/** Google, a service account's key file and a worker's database. */
export interface GoogleSource extends AsyncDisposable {
  google: FakeGoogle
  clock: FakeClock
  keyFile: string
  /** Another worker with the same database. */
  createHost(keyFile: string | undefined): GoogleHost
  email: string
  /** Creates a spreadsheet that is shared with the account. @param role default: reader */
  add(sheets: NewSheet[], role?: Role): StoredSpreadsheet
  deps(more?: Partial<SourceDeps>): SourceDeps
  /** Stores a fetched sheet as the activity does. */
  store(sheet: FetchedSheet): Promise<void>
  /** Stores what a write-back says about the sheet's version, as the activity does. */
  storeWriteBack(result: WriteBackResult): Promise<void>
  /** Methods of the calls since the last look, without those for tokens. */
  takeCalls(): string[]
}

export async function openGoogleSource(): Promise<GoogleSource> {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-google-'))
  const google = await startGoogle()
  const key = google.addServiceAccount('kitroom')
  const keyFile = join(folder, 'key.json')
  writeFileSync(keyFile, JSON.stringify(key), { mode: 0o600 })
  chmodSync(keyFile, 0o600)
  const clock = fakeClock()
  const state = await openState(await newStateUrl(folder), clock)
  const signIns = createSignIns(state, createSecretBox(Buffer.alloc(BOX_KEY_BYTES, 1)), 'account')
  const createHost = (file: string | undefined): GoogleHost =>
    createGoogleHost(state, clock, createGoogleAccounts({ keyFile: file, rootUrl: google.url }, signIns))
  const host = createHost(keyFile)
  let seen = 0
  return {
    google,
    clock,
    keyFile,
    createHost,
    email: key.client_email,
    add: (sheets, role = 'reader') =>
      google.addSpreadsheet({ title: 'Gear', sheets, sharedWith: { [key.client_email]: role } }),
    deps: (more = {}) => ({
      configDir: folder,
      allow: emptyAllowList,
      readSecret: () => undefined,
      google: host,
      lastDownload: findLastDownload(state, 'main'),
      ...more,
    }),
    store: ({ bytes, name, version }) =>
      state.write(async (tx) => {
        const sheet = toSheetContent(bytes)
        const { sha256 } = sheet
        await stageSheet(tx, sheet, toIsoTime(clock.nowMs()))
        if (version) await storeDownload(tx, { source: 'main', name, sha256, ...version })
      }),
    storeWriteBack: async ({ etag }) => {
      const download = await state.read((tx) => findDownload(tx, 'main'))
      if (etag !== undefined && download)
        await state.write((tx) => updateDownloadEtag(tx, 'main', download.locationSha256, etag))
    },
    takeCalls: () => {
      const calls = google.calls.slice(seen).map(({ method }) => method.replace(/^sheets\.spreadsheets\./, ''))
      seen = google.calls.length
      return calls.filter((method) => method !== 'token')
    },
    [Symbol.asyncDispose]: async () => {
      await state.close()
      await google.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const addressOf = ({ id }: StoredSpreadsheet, more = ''): string =>
  `https://docs.google.com/spreadsheets/d/${id}/edit${more}`
/** Fetches as the activity does. */
export function fetchFrom(
  source: GoogleSource,
  address: string,
  { sheet, range, ...deps }: Partial<SourceDeps> & { sheet?: string } = {},
): Promise<FetchedSheet> {
  const { file: _, ...location } = {
    ...createSource(),
    google_sheet: address,
    range,
    ...(sheet !== undefined && { sheet }),
  }
  return fetchSheet(location, source.deps(deps))
}

export const HEADER = ['Asset Tag', 'Type', 'Brand', 'Model', 'Price', 'Purchased']
export const gearOf = (count: number, prefix = 'C'): NewSheet => ({
  title: 'Inventory',
  cells: [
    HEADER,
    ...Array.from({ length: count }, (_, index) => [`${prefix}-${index + 1}`, 'camera', 'Sony', 'FX3', 4199, '']),
  ],
})
