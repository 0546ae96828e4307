import { setTimeout as delay } from 'node:timers/promises'
import { readAccount } from '../../activities/shared/api.ts'
import { computeWarrantyReport } from '../../activities/warranty/report.ts'
import type { TableCell } from '../../contract/csv.ts'
import type { WarrantyFinding, WarrantyReportLine } from '../../contract/control/warrantyReport.ts'
import { toStudioDay } from '../../platform/studioDay.ts'
import { writeCsv } from '../../sheets/write/csv.ts'
import type { WorkerContext } from '../context/context.ts'
import { MAX_SILENCE_MS } from './forecast.ts'

type ReportContext = Pick<WorkerContext, 'api' | 'clock'>

/** Yields the lines of a report. If reading the inventory takes long, the head is sent before. */
export async function* streamWarrantyReport({ api, clock }: ReportContext): AsyncGenerator<WarrantyReportLine> {
  const abort = new AbortController()
  try {
    const { currency, timeZone } = await readAccount(api, abort.signal)
    const day = toStudioDay(clock.nowMs(), timeZone)
    const reading = computeWarrantyReport(api, day, abort.signal)
    await Promise.race([reading, delay(MAX_SILENCE_MS, undefined, { ref: false, signal: abort.signal })])
    yield { kind: 'warranty_report', day, currency }
    const { findings, counts } = await reading
    yield* findings
    yield counts
  } finally {
    abort.abort()
  }
}

const COLUMNS = [
  'kind',
  'asset_tag',
  'item',
  'item_type',
  'document_type',
  'document',
  'provider',
  'reference_number',
  'ends_on',
  'days_left',
  'within_days',
  'service_type',
  'service_date',
  'paid',
  'maintenance_id',
  'document_id',
  'item_id',
] as const satisfies readonly (keyof WarrantyFinding)[]

async function* toTable(lines: AsyncIterable<WarrantyReportLine>): AsyncGenerator<TableCell[]> {
  let currency = ''
  yield [...COLUMNS, 'currency']
  for await (const line of lines) {
    if (line.kind === 'warranty_report') ({ currency } = line)
    else if (line.kind !== 'counts') {
      yield [...COLUMNS.map((name) => line[name]), line.paid === null ? null : currency]
    }
  }
}

export async function* exportWarrantyReportFile(context: ReportContext): AsyncGenerator<Uint8Array> {
  for await (const chunk of writeCsv(toTable(streamWarrantyReport(context)))) yield Buffer.from(chunk)
}
