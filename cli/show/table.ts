import { flattenFields } from '../../contract/api/fieldKeys.ts'
import { EXIT, type CommandContext, type JsonOption } from '../base/command.ts'
import { formatJson, formatValue } from './text.ts'

const MAX_CELL_LENGTH = 60

export function formatTable(headings: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const texts = rows.map((row) =>
    row.map((value) =>
      value === null || value === undefined || value === '' ? '-' : formatValue(value, MAX_CELL_LENGTH),
    ),
  )
  const lines = [headings, ...texts]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => Array.from(line[column] ?? '').length)))
  const padCell = (cell: string, column: number): string =>
    cell + ' '.repeat((widths[column] ?? 0) - Array.from(cell).length)
  return lines.map((line) => line.map(padCell).join('  ').trimEnd()).join('\n')
}

export function formatRecord(members: Readonly<Record<string, unknown>>): string {
  const width = Math.max(...Object.keys(members).map((name) => name.length))
  return Object.entries(members)
    .map(([name, value]) => `${name.padEnd(width)}  ${formatValue(value, 1000)}`)
    .join('\n')
}

export const pageSummary = (page: { returned: number; total: number; offset: number }): string =>
  `${page.returned} of ${page.total}${page.offset > 0 ? `, from ${page.offset + 1}` : ''}`

/** Formats a page of a list, with the line that says how much of the list it is. */
export const formatPage = <T>(
  headings: readonly string[],
  toCells: (record: T) => readonly unknown[],
  { data, pagination }: { data: readonly T[]; pagination: { returned: number; total: number; offset: number } },
): string => `${formatTable(headings, data.map(toCells))}\n${pageSummary(pagination)}`

/** @returns the exit code */
export function printRecord({ terminal }: CommandContext, data: object, { json }: JsonOption): number {
  terminal.printResult(json ? formatJson({ data }) : formatRecord(flattenFields(data)))
  return EXIT.success
}
