import { exportAudit } from '../../../contract/settings/audit.ts'
import type { Input } from '../../../contract/operation.ts'
import type { Database } from '../../../platform/sql/types.ts'
import { FIRST_MOMENT, LAST_MOMENT, matchesFilters, type AuditFilters } from '../../audit/filters.ts'
import { pauseAfterWork } from '../../audit/pauses.ts'
import { readAccountState } from '../../db/accountState.ts'
import { negotiateMediaType } from '../../http/accept.ts'
import type { Answer, MediaType, StreamedBody } from '../../answer.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { checkRange } from '../../resources/shared/range.ts'
import { csvFormat, ndjsonFormat, type ExportFormat } from './exportFormats.ts'
import { readRecordNames } from './recordNames.ts'
import { readAuditSlice } from './store.ts'
import { toAuditView } from './view.ts'

/** Rows per read. A read takes a few milliseconds, so that other requests need not wait. */
const SLICE_ROWS = 250
const PAUSE_FACTOR = 0.5

const mediaTypes = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const

const formats: Record<(typeof mediaTypes)[keyof typeof mediaTypes], { text: ExportFormat; contentType: MediaType }> = {
  'application/x-ndjson': { text: ndjsonFormat, contentType: 'application/x-ndjson' },
  'text/csv': { text: csvFormat, contentType: 'text/csv; charset=utf-8' },
}

/**
 * Yields matching rows as text, oldest first. Each slice is a separate read; rows added after the start are left out.
 */
async function* exportText(
  db: Database,
  account: string,
  filters: AuditFilters,
  { head, line }: ExportFormat,
): AsyncGenerator<string, void, undefined> {
  const last = (await db.read((tx) => readAccountState(tx, account))).audit_seq
  const { from = FIRST_MOMENT, to = LAST_MOMENT } = filters
  let position = { at: FIRST_MOMENT, seq: 0 }
  yield head
  for (;;) {
    const startMs = performance.now()
    const args = { account, from: position.at > from ? position.at : from, to, ...position, last, limit: SLICE_ROWS }
    const { rows, matching, names } = await db.read(async (tx) => {
      const slice = await readAuditSlice(tx, args)
      const found = slice.filter((row) => matchesFilters(filters, row))
      return { rows: slice, matching: found, names: await readRecordNames(tx, account, found) }
    })
    const text = matching.map((row) => line(toAuditView(row, names)))
    await pauseAfterWork(startMs, PAUSE_FACTOR)
    if (text.length > 0) yield text.join('')
    const end = rows.at(-1)
    if (!end || rows.length < SLICE_ROWS) return
    position = { at: end.at, seq: end.seq }
  }
}

/** Generates the first chunk immediately, so that an early failure becomes an error response. */
async function startBody(chunks: AsyncGenerator<string, void, undefined>): Promise<StreamedBody> {
  const first = await chunks.next()
  const all = async function* (): AsyncGenerator<string, void, undefined> {
    if (first.done) return
    if (first.value !== '') yield first.value
    yield* chunks
  }
  return { chunks: all() }
}

export async function exportAuditEntries(context: ReadContext): Promise<Answer<StreamedBody>> {
  const { app, actor, accept } = context
  const query = readQuery(exportAudit, context.query) as Input<typeof exportAudit>['query']
  checkRange(query, 'from', 'to')
  const { format, ...filters } = query
  const media = negotiateMediaType(accept, format === undefined ? exportAudit.reply.media : [mediaTypes[format]])
  const { text, contentType } = formats[media]
  return { status: 200, body: await startBody(exportText(app.db, actor.account, filters, text)), contentType }
}
