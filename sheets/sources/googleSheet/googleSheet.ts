import { say, sayAll, type Said } from '../../../contract/sentences/say.ts'
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
  if (bytes.length > MAX_SHEET_BYTES) throw refuse(say('spreadsheet_too_large'))
  return { name: toName(file.name), bytes, ...(version && { version }) }
}

interface Task {
  /** Says that Google did not do it in time. */
  late: 'google_sheet_not_sent' | 'google_sheet_not_taken'
  /** Advice for an exhausted quota of Google. */
  quotaAdvice: Said
}

const reading: Task = {
  late: 'google_sheet_not_sent',
  quotaAdvice: say('google_quota_later'),
}
const writing: Task = { late: 'google_sheet_not_taken', quotaAdvice: say('google_quota_next_sync') }

const toUnavailable = (error: GoogleUnavailable, { quotaAdvice }: Task): SourceUnavailable =>
  new SourceUnavailable(
    sayAll(error.said, ...(error instanceof GoogleQuotaExceeded ? [quotaAdvice] : [])),
    error.retryAfterMs,
    { cause: error },
  )

function toLate({ late }: Task, timeoutMs: number): SourceUnavailable {
  const said = say(late, { seconds: timeoutMs / 1000 })
  return new SourceUnavailable(said, undefined, { cause: new GoogleUnavailable(said) })
}

/** Runs a task with a time limit, and converts its errors. */
async function callWithin<T>(deps: SourceDeps, task: Task, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timeoutMs = deps.timeoutMs ?? TIMEOUT_MS
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = deps.signal ? AbortSignal.any([deadline, deps.signal]) : deadline
  try {
    return await work(signal)
  } catch (error) {
    if (deps.signal?.aborted) throw deps.signal.reason
    if (deadline.aborted) throw toLate(task, timeoutMs)
    if (error instanceof GoogleRefused) throw refuse(error.said)
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
