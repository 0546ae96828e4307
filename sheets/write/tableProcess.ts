// Child process that writes one file. It reads job, sheet and JSON lines from stdin and writes the file to stdout. Its
// environment has no secrets.
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import type { PlanSummary, ReportRow } from '../../contract/control/control.ts'
import type { Gear } from '../../contract/api/gear.ts'
import type { TableCell } from '../../contract/csv.ts'
import { findEncoding } from '../readers/encoding.ts'
import { readSheet } from '../readers/reader.ts'
import { defineCustomFields } from '../vocabulary/customFields.ts'
import type { WantedSheet } from '../types.ts'
import { writeCsv } from './csv.ts'
import { buildGearTable } from './gearTable.ts'
import { buildReportTable } from './reportTable.ts'
import type { TableJob } from './tableFile.ts'
import { writeWorkbook } from '../workbook/writer.ts'

function* parseLines<T>(bytes: Buffer): Generator<T> {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf('\n', start)
    const stop = end < 0 ? bytes.length : end
    if (stop > start) yield JSON.parse(bytes.toString('utf8', start, stop)) as T
    start = stop + 1
  }
}

function toWantedSheet({ read }: PlanSummary): WantedSheet {
  // A plan shows the encoding with a remark, such as `utf-8 (byte order mark)`.
  const encoding =
    typeof read?.['encoding'] === 'string' ? findEncoding(read['encoding'].split(' ')[0] ?? '') : undefined
  return {
    ...(typeof read?.['sheet'] === 'string' && { sheet: read['sheet'] }),
    ...(encoding !== undefined && { encoding }),
  }
}

async function buildTable(job: TableJob, sheetBytes: Buffer, lines: Buffer): Promise<Iterable<TableCell[]>> {
  if (job.kind === 'gear') {
    defineCustomFields(job.fields)
    return buildGearTable([...parseLines<Gear>(lines)], job.clearToken, job.fields)
  }
  const sheet = sheetBytes.length > 0 ? await readSheet(sheetBytes, job.head.file, toWantedSheet(job.head)) : undefined
  return buildReportTable(job.head, parseLines<ReportRow>(lines), sheet)
}

async function runJob(): Promise<void> {
  const input = await buffer(process.stdin)
  const end = input.indexOf('\n')
  const job = JSON.parse(input.toString('utf8', 0, end)) as TableJob
  const linesStart = end + 1 + job.sheetBytes
  const rows = await buildTable(job, input.subarray(end + 1, linesStart), input.subarray(linesStart))
  const chunks =
    job.format === 'csv' ? writeCsv(rows) : writeWorkbook(rows, job.kind === 'gear' ? 'Inventory' : 'Report')
  for await (const chunk of chunks) if (!process.stdout.write(chunk)) await once(process.stdout, 'drain')
}

await runJob()
