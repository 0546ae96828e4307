import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const toPath = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Runs the Python generator of sheets. @returns undefined without Python */
function runGenerator(rows: number, changed: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-rental-'))
  const file = join(folder, 'rental.csv')
  const args = [toPath('data/make_rental.py'), '--rows', String(rows), '--changed', String(changed), '--out', file]
  const { status } = spawnSync('python3', args, { stdio: 'ignore' })
  const text = status === 0 ? readFileSync(file, 'utf8') : undefined
  rmSync(folder, { recursive: true })
  return text
}

/** Changes the storage location of every n-th row. */
function changeLocations(lines: readonly string[], changed: number): string[] {
  const step = Math.floor(lines.length / Math.max(1, changed))
  return lines.map((line, index) =>
    index % step === 0 && index / step < changed ? line.replace(/,[A-Z]-\d\d-\d\d,/, ',Z-99-99,') : line,
  )
}

/**
 * CSV text of a rental house's sheet, with `changed` rows that differ from the unchanged sheet.
 * @throws Error for more than 10,000 rows without Python
 */
export function createRentalSheet(rows: number, changed = 0): string {
  const generated = runGenerator(rows, changed)
  if (generated !== undefined) return generated
  const [header = '', ...lines] = readFileSync(toPath('../../test/sheets/fixtures/rental-10k.csv'), 'utf8')
    .trimEnd()
    .split('\r\n')
  if (rows > lines.length) throw new Error(`More than ${lines.length} rows need python3 on the PATH.`)
  return `${[header, ...changeLocations(lines.slice(0, rows), changed)].join('\r\n')}\r\n`
}
