import { callGoogle } from '../../../google/call.ts'
import type { GoogleClients } from '../../../google/connect.ts'
import type { Subject } from '../../../google/explainError.ts'
import { toColumnLetter } from '../../../sheets/mapping/columnLetters.ts'
import { writeBackHeaders } from '../../../sheets/writeBackColumns.ts'
import type { GoogleHost } from '../../source.ts'
import { columnsRange } from '../ranges.ts'
import type { RowChange } from './compareRows.ts'
import type { ListView } from './readRows.ts'

const ROWS_PER_WRITE = 5000

export interface SheetWriter {
  clients: GoogleClients
  spreadsheetId: string
  google: GoogleHost
  subject: Subject
  signal: AbortSignal
}

interface ValueRange {
  range: string
  values: (string | null)[][]
}

/** One range for rows that follow each other. */
function toRanges(changes: readonly RowChange[], { tab, ownColumn }: ListView): ValueRange[] {
  const letters = [toColumnLetter(ownColumn), toColumnLetter(ownColumn + writeBackHeaders.length - 1)] as const
  const groups: RowChange[][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last?.at(-1)?.row === change.row - 1) last.push(change)
    else groups.push([change])
  }
  return groups.map((group) => {
    const first = group[0]?.row ?? 0
    return { range: columnsRange(tab.title, letters, first, first + group.length), values: group.map(({ values }) => values) }
  })
}

/** Writes changed cells, and the headers if they are missing: one request per 5,000 rows. `null` skips a cell, '' empties it. */
export async function writeRows(writer: SheetWriter, view: ListView, changes: readonly RowChange[]): Promise<void> {
  const { clients, spreadsheetId, google, subject, signal } = writer
  const all = [...(view.hasHeaders ? [] : [{ row: view.headerRow, values: [...writeBackHeaders] }]), ...changes]
  const permit = await google.reserveWrites(subject.email, Math.ceil(all.length / ROWS_PER_WRITE))
  for (let start = 0; start < all.length; start += ROWS_PER_WRITE) {
    await permit.take()
    // RAW: no text is computed as a formula.
    const requestBody = { valueInputOption: 'RAW', data: toRanges(all.slice(start, start + ROWS_PER_WRITE), view) }
    await callGoogle(clients, subject, signal, (options) => clients.sheets.spreadsheets.values.batchUpdate({ spreadsheetId, requestBody }, options))
  }
}
