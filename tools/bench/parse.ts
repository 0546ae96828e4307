// `node bin/run.mjs tools/bench/parse.ts`: measures parsing of a rental house's sheet, as CSV and as workbook, in a
// child process as in a sync.
import { readdirSync, readFileSync } from 'node:fs'
import { parseSheet } from '../../sheets/parseSheet.ts'
import { createDefaultSource } from '../../sheets/sources/settings.ts'
import { readFlags } from './flags.ts'
import { createRentalSheet } from './rental.ts'
import { toWorkbook } from './workbook.ts'

const SAMPLE_INTERVAL_MS = 20

const values = readFlags(
  "npm run bench:parse -- [flags]: parses a rental house's sheet as CSV and as workbook, in a child process",
  {
    rows: { type: 'string', default: '10000,100000', about: 'rows of each sheet' },
    format: { type: 'string', default: 'csv,xlsx', about: 'formats of the sheets' },
    json: { type: 'boolean', default: false, about: 'print figures as JSON' },
  },
)

/** Peak resident memory of the children so far, in MB; NaN where unknown. */
function readChildPeakMb(): number {
  try {
    const children = readdirSync('/proc/self/task').flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    )
    const peaks = children.map(
      (pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024,
    )
    return Math.max(...peaks)
  } catch {
    return NaN
  }
}

async function measureParse(bytes: Uint8Array, name: string) {
  let peakMb = NaN
  const timer = setInterval(() => {
    const currentMb = readChildPeakMb()
    if (currentMb > peakMb || Number.isNaN(peakMb)) peakMb = currentMb
  }, SAMPLE_INTERVAL_MS)
  const startedAtMs = performance.now()
  try {
    const { rows } = await parseSheet(bytes, name, createDefaultSource('main', name), 'USD')
    return {
      file: name,
      bytes: bytes.length,
      rows: rows.length,
      seconds: (performance.now() - startedAtMs) / 1000,
      childPeakMb: Math.round(peakMb),
    }
  } finally {
    clearInterval(timer)
  }
}

for (const count of values.rows.split(',').map(Number)) {
  const csv = Buffer.from(createRentalSheet(count))
  for (const format of values.format.split(',')) {
    const name = `rental.${format}`
    const bytes = format === 'xlsx' ? await toWorkbook(csv) : csv
    const result = await measureParse(bytes, name)
    console.log(
      values.json
        ? JSON.stringify(result)
        : `${result.file}, ${result.rows} rows, ${(result.bytes / 2 ** 20).toFixed(1)} MiB: ${result.seconds.toFixed(2)} s, the child's peak ${result.childPeakMb} MB`,
    )
  }
}
