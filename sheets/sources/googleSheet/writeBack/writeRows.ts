import { callGoogle } from '../../../../platform/google/call.ts'
import type { SheetsClients } from '../../../../platform/google/connect.ts'
import type { Subject } from '../../../../platform/google/explainError.ts'
import { toColumnLetter } from '../../../vocabulary/columnLetters.ts'
import { writeBackHeaders } from '../../../cells/writeBackColumns.ts'
import type { GoogleHost } from '../../source.ts'
import { columnsRange } from '../ranges.ts'
import type { RowChange } from './compareRows.ts'
import type { ListView } from './readRows.ts'

const ROWS_PER_WRITE = 5000

export interface SheetWriter {
  clients: SheetsClients
  spreadsheetId: string
  google: GoogleHost
  subject: Subject
  signal: AbortSignal
}

interface ValueRange {
  range: string
  values: (string | null)[][]
}

/** Combines consecutive rows into one range. */
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
    return {
      range: columnsRange(tab.title, letters, first, first + group.length),
      values: group.map(({ values }) => values),
    }
  })
}

async function writeRanges(
  { clients, spreadsheetId, subject, signal }: SheetWriter,
  data: ValueRange[],
): Promise<void> {
  // RAW stores text without computing formulas. Without `fields`, the response lists every range.
  const query = { spreadsheetId, requestBody: { valueInputOption: 'RAW', data }, fields: 'spreadsheetId' }
  await callGoogle(clients, subject, signal, (options) =>
    clients.sheets.spreadsheets.values.batchUpdate(query, options),
  )
}

/**
 * Writes changed cells, and the headers if they are missing: one request per 5,000 rows. `null` skips a cell, ''
 * empties it.
 */
export async function writeRows(writer: SheetWriter, view: ListView, changes: readonly RowChange[]): Promise<void> {
  const headers = view.hasHeaders ? [] : [{ row: view.headerRow, values: [...writeBackHeaders], hasMessage: false }]
  const requests = Math.max(1, Math.ceil(changes.length / ROWS_PER_WRITE))
  const permit = await writer.google.reserveWrites(writer.clients.account.id, requests)
  try {
    for (let request = 0; request < requests; request++) {
      await permit.take()
      const rows = changes.slice(request * ROWS_PER_WRITE, (request + 1) * ROWS_PER_WRITE)
      await writeRanges(writer, toRanges(request === 0 ? [...headers, ...rows] : rows, view))
    }
  } finally {
    await permit.release()
  }
}
