// The child that parses a large sheet holds neither its mapped rows nor what the worker has not stored yet.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseSheetInto } from '../../sheets/parseSheet.ts'
import type { MappedRow } from '../../sheets/types.ts'
import { fullOrSmall } from '../support/counts.ts'
import { source } from './support.ts'

const ROWS = fullOrSmall(450_000, 100_000)
const MAX_CHILD_MB = fullOrSmall(400, 200)
const ROWS_PER_PAUSE = 10_000
const PAUSE_MS = 200
const HEADER = 'Asset Tag,Type,Brand,Model,Serial Number,Purchase Date,Purchase Price,Storage Location,Notes'

/** The last row has the tag of the first one, and the serial number of the second one. */
const makeRow = (row: number): string =>
  [
    row === ROWS ? 'T-1' : `T-${row}`,
    row % 3 === 0 ? 'camera' : 'lens',
    'Canon',
    `Model ${row % 900}`,
    `0000${row === ROWS ? 2 : row}`,
    `2024-05-${10 + (row % 20)}`,
    `${100 + (row % 4000)}.50`,
    `Shelf ${row % 500}`,
    `bought with no. ${row * 7}, checked by the rental desk, with lens cap, case and é`,
  ]
    .map((text) => (text.includes(',') ? `"${text}"` : text))
    .join(',')

/** Highest resident memory of the child process so far, in MB; 0 when it has ended. */
function readChildPeakMb(): number {
  try {
    const children = readdirSync('/proc/self/task').flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    )
    return Math.max(
      0,
      ...children.map(
        (pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
      ),
    )
  } catch {
    return 0
  }
}

it.skipIf(process.platform !== 'linux')(
  `the parsing child needs at most ${MAX_CHILD_MB} MB for ${ROWS} rows, also when they are stored slowly`,
  { timeout: 300_000 },
  async () => {
    const bytes = Buffer.from([HEADER, ...Array.from({ length: ROWS }, (_, index) => makeRow(index + 1))].join('\r\n'))
    const chunks = async function* () {
      for (let start = 0; start < bytes.length; start += 2 ** 20) yield bytes.subarray(start, start + 2 ** 20)
    }
    let [count, peakMb] = [0, 0]
    const corrected = new Map<number, MappedRow>()
    const add = (): void => {
      if (++count % ROWS_PER_PAUSE !== 0) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
      peakMb = Math.max(peakMb, readChildPeakMb())
    }
    const emptyRow = (): MappedRow => ({ row: 0, fields: {}, blanks: [], clears: [], errors: [], warnings: [] })
    const update = (position: number, change: (row: MappedRow) => void): void => {
      peakMb = Math.max(peakMb, readChildPeakMb())
      const row = corrected.get(position) ?? emptyRow()
      change(row)
      corrected.set(position, row)
    }
    await parseSheetInto({ add, update }, { name: 'large.csv', bytes: bytes.length, chunks }, source(), {
      currency: 'USD',
      timeZone: 'UTC',
    })
    expect(count).toBe(ROWS)
    const codes = [...corrected].map(([position, { errors, warnings }]) => [
      position,
      [...errors, ...warnings].map(({ code }) => code),
    ])
    expect(codes).toEqual([
      [0, ['duplicate_key']],
      [ROWS - 1, ['duplicate_key', 'same_serial']],
      [1, ['same_serial']],
    ])
    expect(peakMb).toBeGreaterThan(40)
    expect(peakMb).toBeLessThan(MAX_CHILD_MB)
    console.log(`${ROWS} rows, ${bytes.length} bytes: ${Math.round(peakMb)} MB`)
  },
)
