// `node bin/run.mjs bench/parse.ts` reads and maps a rental house's sheet as CSV and as a workbook, in the process that a sync uses.
// Flags: --rows 10000,100000, --json
import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { writeXlsx } from 'hucre/xlsx'
import { parse } from 'csv-parse/sync'
import { planSheet } from '../activities/inventory/parseSheet.ts'
import { defaultSource } from '../activities/inventory/settings.ts'
import { rentalSheet } from './rental.ts'

const SAMPLE_EVERY_MS = 20

const { values } = parseArgs({ options: { rows: { type: 'string', default: '10000,100000' }, json: { type: 'boolean', default: false } } })

/** Highest resident memory of any child so far, in MB; NaN where the system does not tell. */
function childPeakMb(): number {
  try {
    const children = readdirSync('/proc/self/task').flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    )
    const peaks = children.map((pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024)
    return Math.max(...peaks)
  } catch {
    return NaN
  }
}

/** The same cells as a workbook has them: dates as dates, amounts as numbers. */
function toWorkbook(csv: Uint8Array): Promise<Uint8Array> {
  const rows = parse(Buffer.from(csv), { bom: true })
  const typed = rows.map((row, index) =>
    row.map((value) => {
      if (value === '') return null
      if (index === 0) return value
      if (/^\d{4}-\d\d-\d\d$/.test(value)) return new Date(value)
      return /^\d+\.\d\d$/.test(value) ? Number(value) : value
    }),
  )
  return writeXlsx({ sheets: [{ name: 'Inventory', rows: typed }] })
}

async function measure(bytes: Uint8Array, name: string) {
  let peakMb = NaN
  const timer = setInterval(() => {
    const now = childPeakMb()
    if (now > peakMb || Number.isNaN(peakMb)) peakMb = now
  }, SAMPLE_EVERY_MS)
  const startedAtMs = performance.now()
  try {
    const { rows } = await planSheet(bytes, name, defaultSource('main', name), 'USD')
    return { file: name, bytes: bytes.length, rows: rows.length, seconds: (performance.now() - startedAtMs) / 1000, childPeakMb: Math.round(peakMb) }
  } finally {
    clearInterval(timer)
  }
}

for (const count of values.rows.split(',').map(Number)) {
  const csv = Buffer.from(rentalSheet(count))
  for (const [bytes, name] of [
    [csv, 'rental.csv'],
    [await toWorkbook(csv), 'rental.xlsx'],
  ] as const) {
    const result = await measure(bytes, name)
    console.log(
      values.json
        ? JSON.stringify(result)
        : `${result.file}, ${result.rows} rows, ${(result.bytes / 2 ** 20).toFixed(1)} MiB: ${result.seconds.toFixed(2)} s, the child's peak ${result.childPeakMb} MB`,
    )
  }
}
