import { makeWorkbook, sheetData, type MadeCell } from '../makeWorkbook.ts'
import { toCsv } from '../support.ts'
import type { KeptSheet } from './keptSheet.ts'

const DAY_MS = 86_400_000
const DATE_STYLE = 1

/** A cell of a workbook: `#12` is a number, `@2024-05-01` a date, `!1` a checkbox, other text is text. */
function toCell(text: string): MadeCell {
  if (text === '' || text === '^') return null
  const rest = text.slice(1)
  if (text.startsWith('#') && /^[\d.]+$/.test(rest)) return Number(rest)
  if (text.startsWith('!')) return { xml: `<v>${rest}</v>`, attributes: 't="b"' }
  if (!text.startsWith('@')) return text
  const serial = (Date.parse(rest) - Date.parse('1899-12-30')) / DAY_MS
  return { xml: `<v>${serial}</v>`, attributes: `s="${DATE_STYLE}"` }
}

/** The merged ranges of a grid: `^` belongs to the cell above it. */
function listMerges(rows: readonly (readonly string[])[]): string[] {
  const merges: string[] = []
  for (const [row, cells] of rows.entries())
    for (const [index, cell] of cells.entries()) {
      if (cell === '^' || rows[row + 1]?.[index] !== '^') continue
      let last = row + 1
      while (rows[last + 1]?.[index] === '^') last++
      const letter = String.fromCodePoint(65 + index)
      merges.push(`<mergeCell ref="${letter}${row + 1}:${letter}${last + 1}"/>`)
    }
  return merges
}

/** The file of a sheet in its format. */
export function makeKeptFile(
  { format, language }: KeptSheet,
  grid: KeptSheet['grid'],
): { bytes: Buffer; file: string } {
  const rows = grid.map(({ cells }) => cells)
  if (format !== 'xlsx') {
    const delimiter = { csv: language === 'English' || language === 'Japanese' ? ',' : ';', tsv: '\t' }[format]
    return { bytes: Buffer.from(toCsv(rows, delimiter)), file: `list.${format}` }
  }
  const merges = listMerges(rows)
  const merged = merges.length > 0 ? `<mergeCells count="${merges.length}">${merges.join('')}</mergeCells>` : ''
  const data = sheetData(rows.map((cells) => cells.map(toCell))) + merged
  return {
    bytes: makeWorkbook({ sheets: [{ name: 'Sheet1', data }], formats: ['yyyy-mm-dd'] }),
    file: 'list.xlsx',
  }
}
