import { showValue } from './clean.ts'

const MAX_CELL = 60

export function table(headings: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const texts = rows.map((row) => row.map((value) => (value === null || value === undefined || value === '' ? '-' : showValue(value, MAX_CELL))))
  const lines = [headings, ...texts]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => Array.from(line[column] ?? '').length)))
  const pad = (cell: string, column: number): string => cell + ' '.repeat((widths[column] ?? 0) - Array.from(cell).length)
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')
}

export function record(members: Readonly<Record<string, unknown>>): string {
  const width = Math.max(...Object.keys(members).map((name) => name.length))
  return Object.entries(members)
    .map(([name, value]) => `${name.padEnd(width)}  ${showValue(value, 1000)}`)
    .join('\n')
}

export const pageSummary = (page: { returned: number; total: number; offset: number }): string =>
  `${page.returned} of ${page.total}${page.offset > 0 ? `, from ${page.offset + 1}` : ''}`
