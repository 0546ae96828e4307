import { say, type Said } from '../../../../contract/sentences/say.ts'
import { GoogleRefused } from '../../../../platform/google/refused.ts'
import { writeBackHeaders } from '../../../cells/writeBackColumns.ts'
import { refuse } from '../../refuse.ts'
import { sha256 } from '../../sha256.ts'
import type { SourceDeps, WriteBackResult } from '../../source.ts'
import type { RowMessages, WriteBackNote } from '../../writeBack.ts'
import { toSubject } from '../findFile.ts'
import { createReads, releaseAfter, type SheetReads } from '../reads.ts'
import { readAddress } from '../settings.ts'
import { findSameWriteBack, toEtagAfterWriteBack } from '../version.ts'
import { compareRows, type Comparison, type RowChange } from './compareRows.ts'
import { readList, type ListView } from './readRows.ts'
import { writeRows, type SheetWriter } from './writeRows.ts'

/** The second write repairs texts that the first one wrote beside rows that were moving. */
const MAX_WRITES = 2

interface Reached extends Pick<Comparison, 'rows' | 'gone' | 'duplicates'> {
  hasWritten: boolean
  /** Number of rows whose cells differ but are protected. */
  kept: number
  isMoving: boolean
}

/**
 * Skips protected cells, because one of them makes Google refuse the whole request.
 * @returns the other changes, and the skipped rows
 */
function splitProtected(view: ListView, changes: readonly RowChange[]): { writable: RowChange[]; kept: RowChange[] } {
  const { ownColumn, isProtected, hasHeaders, headerRow } = view
  if (!hasHeaders && writeBackHeaders.some((_, index) => isProtected(headerRow, ownColumn + index)))
    throw refuse(say('columns_protected', { columns: writeBackHeaders.join(', ') }))
  const kept: RowChange[] = []
  const writable = changes.flatMap((change) => {
    const values = change.values.map((value, index) =>
      value !== null && isProtected(change.row, ownColumn + index) ? null : value,
    )
    if (values.some((value, index) => value !== change.values[index])) kept.push(change)
    return values.some((value) => value !== null) ? [{ ...change, values }] : []
  })
  return { writable, kept }
}

/** Writes, and reads again until every text is beside its row. */
async function writeUntilEqual(
  reads: SheetReads,
  writer: SheetWriter,
  messages: RowMessages,
  wanted: Parameters<typeof readList>[2],
): Promise<Reached> {
  for (let writes = 0; ; writes++) {
    const view = await readList(reads, messages, wanted)
    const { changes, rows, gone, duplicates } = compareRows(view.rows, messages)
    const { writable, kept } = splitProtected(view, changes)
    const keptMessages = kept.filter(({ hasMessage }) => hasMessage).length
    const reached = { rows: rows - keptMessages, gone, duplicates, kept: kept.length, hasWritten: writes > 0 }
    if (writable.length === 0 && view.hasHeaders) return { ...reached, isMoving: false }
    if (writes === MAX_WRITES) return { ...reached, isMoving: true }
    try {
      await writeRows(writer, view, writable)
    } catch (error) {
      // A person has protected a cell, or made the sheet smaller, since it was read.
      if (!(error instanceof GoogleRefused && error.status === 400) || writes === MAX_WRITES - 1) throw error
    }
  }
}

const toNote = (code: WriteBackNote['code'], { message: detail, sentences }: Said): WriteBackNote => ({
  code,
  detail,
  sentences,
})

function describe({ gone, duplicates, kept, isMoving }: Reached): WriteBackNote[] {
  const notes: [number | boolean, WriteBackNote][] = [
    [gone, toNote('rows_gone', say('rows_gone', { count: gone }))],
    [duplicates, toNote('duplicate_keys', say('keys_in_several_rows', { count: duplicates }))],
    [kept, toNote('protected_cells', say('rows_protected', { count: kept }))],
    [isMoving, toNote('rows_moving', say('rows_moved'))],
  ]
  return notes.flatMap(([isSo, note]) => (isSo ? [note] : []))
}

/**
 * Computes a digest of the messages without their times.
 * @returns undefined if the run changed items: their times are always written
 */
function digestOf(messages: RowMessages): string | undefined {
  const entries = [...messages.byKey]
  if (entries.some(([, { isChange }]) => isChange)) return undefined
  return sha256(
    JSON.stringify([messages.sheetName, entries.map(([key, { gearId, status, text }]) => [key, gearId, status, text])]),
  )
}

/** Writes the messages of a run into a Google Sheet. @throws GoogleRefused, GoogleUnavailable, SheetRefused */
export async function writeToSheet(
  address: string,
  messages: RowMessages,
  deps: SourceDeps,
  signal: AbortSignal,
): Promise<WriteBackResult> {
  const last = await deps.lastDownload(sha256(address))
  const digest = digestOf(messages)
  const sameRows = digest === undefined ? undefined : findSameWriteBack(last, digest)
  if (sameRows !== undefined) return { rows: sameRows, notes: [] }
  const { spreadsheetId, sheetId } = readAddress(address)
  const { google, sheetName, range } = deps
  const subject = { ...toSubject(spreadsheetId, 'Google Sheets API'), isWrite: true }
  const clients = await google.connect('write')
  const reads = createReads(clients, spreadsheetId, google, subject, signal)
  const writer = { clients, spreadsheetId, google, subject, signal }
  const reached = await releaseAfter(reads, writeUntilEqual(reads, writer, messages, { sheetId, sheetName, range }))
  const { rows, hasWritten } = reached
  const notes = describe(reached)
  const writtenMs = hasWritten ? google.clock.nowMs() : undefined
  const etag = toEtagAfterWriteBack(last, { digest: notes.length === 0 ? digest : undefined, rows, writtenMs })
  return { rows, notes, ...(etag !== undefined && { etag }) }
}
