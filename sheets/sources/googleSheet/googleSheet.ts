import { MAX_SHEET_BYTES } from '../../../contract/policies.ts'
import { GoogleQuotaExceeded, GoogleRefused, GoogleUnavailable } from '../../../platform/google/refused.ts'
import { defineSource, SourceUnavailable, type FetchedSheet, type SheetVersion, type SourceDeps } from '../source.ts'
import { refuse } from '../refuse.ts'
import { sha256 } from '../sha256.ts'
import { findFile, toSubject, withReasonOf } from './findFile.ts'
import { createReads, releaseAfter } from './reads.ts'
import { readSpreadsheet } from './readSpreadsheet.ts'
import { googleSheetSettings, readAddress } from './settings.ts'
import { mayShareRows } from './sharedRows.ts'
import { createVersion, isUnchanged } from './version.ts'
import { writeToSheet } from './writeBack/writeBack.ts'

/** Shorter than the five minutes of an activity. One request may take Google's 180 s. */
const TIMEOUT_MS = 285_000

const toName = (name: string): string =>
  `${
    name
      .replaceAll(/[\p{C}\p{Zl}\p{Zp}/\\]/gu, ' ')
      .trim()
      .slice(0, 200) || 'Google Sheet'
  }.gsheet`

async function fetchNow(address: string, deps: SourceDeps, signal: AbortSignal): Promise<FetchedSheet> {
  const { spreadsheetId, sheetId } = readAddress(address)
  const clients = await deps.google.connect()
  const file = await findFile(clients, spreadsheetId, signal)
  const locationSha256 = sha256(address)
  const last = await deps.lastDownload(locationSha256)
  const { sheetName, range } = deps
  const seen = { version: file.version, sheetName, range, nowMs: deps.google.clock.nowMs() }
  // Drive learns of an edit up to some minutes late, and a person who has just made it asks for it.
  if (last && deps.isRequested !== true && isUnchanged(last, seen)) {
    const bytes = await last.readBytes()
    const { readBytes: _, name, ...version } = last
    if (bytes) return { name, bytes, version: version satisfies SheetVersion }
  }
  const reads = createReads(clients, spreadsheetId, deps.google, toSubject(spreadsheetId, 'Google Sheets API'), signal)
  const cells = releaseAfter(reads, readSpreadsheet(reads, { sheetId, sheetName, range }))
  const spreadsheet = await withReasonOf(file, cells)
  const bytes = Buffer.from(JSON.stringify(spreadsheet))
  const lastBytes = await last?.readBytes()
  const version = createVersion(locationSha256, seen, last, lastBytes !== undefined && bytes.equals(lastBytes))
  if (bytes.length > MAX_SHEET_BYTES)
    throw refuse('The spreadsheet has more than 64 MiB of cells. Split it, or set sheet: or range: to what to read.')
  return { name: toName(file.name), bytes, ...(version && { version }) }
}

interface Task {
  /** Name of the action that timed out. */
  what: string
  /** Advice for an exhausted quota of Google. */
  quotaAdvice: string
}

const reading: Task = {
  what: 'send the whole sheet',
  quotaAdvice: 'A sync that has a schedule is tried again every hour. Start any other again in an hour.',
}
const writing: Task = { what: 'take all messages', quotaAdvice: 'The next sync writes into the sheet.' }

const toUnavailable = (error: GoogleUnavailable, { quotaAdvice }: Task): SourceUnavailable =>
  new SourceUnavailable(
    error instanceof GoogleQuotaExceeded ? `${error.message} ${quotaAdvice}` : error.message,
    error.retryAfterMs,
    {
      cause: error,
    },
  )

/** Runs a task with a time limit, and converts its errors. */
async function callWithin<T>(deps: SourceDeps, task: Task, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timeoutMs = deps.timeoutMs ?? TIMEOUT_MS
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = deps.signal ? AbortSignal.any([deadline, deps.signal]) : deadline
  try {
    return await work(signal)
  } catch (error) {
    if (deps.signal?.aborted) throw deps.signal.reason
    if (deadline.aborted)
      throw toUnavailable(new GoogleUnavailable(`Google did not ${task.what} within ${timeoutMs / 1000} s.`), task)
    if (error instanceof GoogleRefused) throw refuse(error.message)
    if (error instanceof GoogleUnavailable) throw toUnavailable(error, task)
    throw error
  }
}

/** A live Google Sheet, read by a service account or with a person's sign-in. */
export const googleSheetSource = defineSource({
  settings: googleSheetSettings,
  locationOf: (address) => `Google Sheet ${readAddress(address).spreadsheetId}`,
  hashLocation: sha256,
  hasRanges: true,
  mayShareRows,
  fetch: (address, deps) => callWithin(deps, reading, (signal) => fetchNow(address, deps, signal)),
  writeBack: (address, messages, deps) =>
    callWithin(deps, writing, (signal) => writeToSheet(address, messages, deps, signal)),
})
