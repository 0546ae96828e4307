import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readFigures, recordFigures, type Figure, type FigureSet } from '../../tools/bench/figures.ts'

const path = (name: string): string => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url))
const sets = readFigures(path('bench.json'))

/** A table as the formatter writes it. */
function toTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(3, ...rows.map((row) => row[index]?.length ?? 0)))
  const toLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const [head, ...body] = rows.map((row) => toLine(row.map((cell, index) => cell.padEnd(widths[index] ?? 0))))
  return [head, toLine(widths.map((width) => '-'.repeat(width))), ...body].join('\n')
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]

/** The target of a row; if it is not that of all its figures, with what it is for. */
function targetOf(found: readonly (Figure | undefined)[], columns: readonly FigureSet[]): string {
  const targets = unique(found.flatMap((figure) => (figure ? [figure.target ?? ''] : [])))
  if (targets.length === 1) return targets[0] ?? ''
  return unique(
    found.flatMap((figure, index) =>
      figure?.target === undefined ? [] : [`${columns[index]?.column.split(', ')[0]} ${figure.target}`],
    ),
  ).join('; ')
}

/** A row for each figure, a column for each measurement; what misses its target is bold. */
function figureTable(name: string): string {
  const columns = sets.filter(({ table }) => table === name)
  const rows = unique(columns.flatMap(({ figures }) => figures.map(({ what }) => what))).map((what) => {
    const found = columns.map(({ figures }) => figures.find((figure) => figure.what === what))
    const cells = found.map((figure) => (figure?.isMissed ? `**${figure.measured}**` : (figure?.measured ?? '')))
    return [what, targetOf(found, columns), ...cells]
  })
  return toTable([['what', 'target', ...columns.map(({ column }) => column)], ...rows])
}

/** How each column was measured: a row for each machine. */
function commandTable(): string {
  const origins = Map.groupBy(sets, ({ table, machine }) => `${table} ${machine}`)
  const rows = [...origins.values()].map((columns) => {
    const commands = unique(columns.flatMap(({ command }) => command.split('; ')))
    const names = columns.map(({ column }) => column).join('; ')
    return [
      columns[0]?.table ?? '',
      names,
      commands.map((command) => `\`${command}\``).join(', '),
      columns[0]?.machine ?? '',
    ]
  })
  return toTable([['table', 'columns', 'commands', 'machine'], ...rows])
}

const sections: Record<string, string> = {
  ...Object.fromEntries(unique(sets.map(({ table }) => table)).map((name) => [name, figureTable(name)])),
  commands: commandTable(),
}

it.each(Object.entries(sections))(
  'writes the table "%s" of docs/bench.md from docs/bench.json, with UPDATE_DOCS=1',
  (name, table) => {
    const section = new RegExp(`(<!-- figures: ${name} -->\\n\\n)((?:\\|.*\\n)*\\n?)`)
    if (process.env['UPDATE_DOCS'])
      writeFileSync(
        path('bench.md'),
        readFileSync(path('bench.md'), 'utf8').replace(section, (_all, start: string) => `${start}${table}\n\n`),
      )
    expect(section.exec(readFileSync(path('bench.md'), 'utf8'))?.[2]).toBe(`${table}\n\n`)
  },
)

it('replaces only the column that is recorded again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'figures-'))
  const file = join(folder, 'bench.json')
  const set = (column: string, measured: string): FigureSet => ({
    table: 'api',
    column,
    command: 'npm run bench',
    machine: '2 cores',
    figures: [{ what: 'get one', measured }],
  })
  for (const one of [set('5 items', '0.1'), set('9 items', '0.2'), set('5 items', '0.3')]) recordFigures(file, one)
  expect(readFigures(file)).toEqual([set('5 items', '0.3'), set('9 items', '0.2')])
  rmSync(folder, { recursive: true })
})
