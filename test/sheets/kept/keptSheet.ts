import { readFileSync } from 'node:fs'

/** A sheet as its owner keeps it, with what each cell truly means. Written before Kitroom has read it. */
export interface KeptSheet {
  name: string
  language: string
  format: 'csv' | 'tsv' | 'xlsx'
  currency: string
  zone: string
  settings: string[]
  /** Rows of cells, and behind `=>` what is true of the row beside its cells. */
  grid: readonly { cells: readonly string[]; truth: string | undefined }[]
  /** An earlier state of the sheet, which was synced. */
  earlier: KeptSheet['grid'] | undefined
  headerRow: number
  means: readonly string[]
}

function readGrid(text: string): KeptSheet['grid'] {
  return text.split('\n').map((line) => {
    const [cells = '', truth] = line.split(/ ?=> ?/)
    return { cells: cells.split('|'), truth: truth?.trim() }
  })
}

/**
 * Reads sheets from a text: `## name`, lines `key: value`, the grid between lines of `---`, cells separated by `|`.
 * `means` has the true field of each column, or `-`; `=> none` marks a row that is no item on hand, `=> field=value` a
 * value that is not the cell's text.
 */
export function readKeptSheets(file: string): KeptSheet[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text
    .split(/^## /m)
    .slice(1)
    .map((block) => {
      const [head = '', grid = '', earlier] = block.split(/^---\n/m)
      const [name = '', ...lines] = head.trimEnd().split('\n')
      const facts = new Map(
        lines.map((line): [string, string] => [
          line.slice(0, line.indexOf(':')),
          line.slice(line.indexOf(':') + 1).trim(),
        ]),
      )
      const fact = (key: string, other: string): string => facts.get(key) ?? other
      return {
        name: name.trim(),
        language: fact('language', 'English'),
        format: fact('format', 'csv') as KeptSheet['format'],
        currency: fact('currency', 'EUR'),
        zone: fact('zone', 'Europe/Berlin'),
        settings: facts.has('settings') ? fact('settings', '').split(' // ') : [],
        grid: readGrid(grid.trimEnd()),
        earlier: earlier?.trim() ? readGrid(earlier.trimEnd()) : undefined,
        headerRow: Number(fact('header', '1')),
        means: fact('means', '')
          .split('|')
          .map((word) => word.trim()),
      }
    })
}
