import { normaliseLine } from '../cells/normalise.ts'
import { say, sayAll } from '../../contract/sentences/say.ts'
import { SheetRefused, type Cell, type SheetRow } from '../types.ts'
import type { HeaderReader } from './headerRow.ts'
import type { HeaderMatch } from './matchHeader.ts'

const SEARCHED_ROWS = 100
const MIN_HEADERS = 2

export interface FoundHeader {
  /** Index of the row in the sheet. */
  index: number
  matches: (HeaderMatch | undefined)[]
}

interface Candidate extends FoundHeader {
  count: number
  missing: string[]
}

/** Finds the first complete row. If complete rows follow it directly, the one with the most fields wins. */
function findFirstComplete(candidates: readonly Candidate[]): Candidate | undefined {
  const complete = candidates.filter(({ missing, count }) => missing.length === 0 && count >= MIN_HEADERS)
  let [chosen] = complete
  for (const candidate of complete.slice(1)) {
    if (!chosen || candidate.index !== chosen.index + 1 || candidate.count <= chosen.count) break
    chosen = candidate
  }
  return chosen
}

/** Finds the header: the first row with all required fields. @throws SheetRefused no_rows, no_header, missing_required_column */
export function findHeader(rows: readonly SheetRow[], reader: HeaderReader): FoundHeader {
  if (!rows.some((row) => row.cells.some((cell) => cell.text.trim() !== '')))
    throw new SheetRefused('no_rows', say('sheet_is_empty'))
  const candidates = rows.slice(0, SEARCHED_ROWS).map((row, index): Candidate => {
    const headerRow = reader.read(row)
    return { index, matches: headerRow.matches, count: headerRow.fields.size, missing: reader.missingIn(headerRow) }
  })
  const completeHeader = findFirstComplete(candidates)
  if (completeHeader) return completeHeader
  const [best] = candidates.toSorted((a, b) => b.count - a.count || a.index - b.index)
  if (!best || best.count < MIN_HEADERS)
    throw new SheetRefused(
      'no_header',
      say('no_header_row', { count: SEARCHED_ROWS, rows: showRows(rows), example: exampleOf(rows) }),
    )
  const row = rows[best.index]
  const unknown = row?.cells.map((cell, index) => (best.matches[index] ? '' : showCell(cell))).find(Boolean)
  const headers =
    row?.cells
      .map((cell) => cell.text.trim())
      .filter(Boolean)
      .slice(0, MAX_HEADERS_SHOWN)
      .join(', ') ?? ''
  throw new SheetRefused(
    'missing_required_column',
    sayAll(
      say('header_lacks', { row: row?.row ?? 0, fields: best.missing.join(', ') }),
      ...(unknown === undefined ? [] : [say('such_as', { example: `columns: { ${unknown}: ${best.missing[0]} }` })]),
      say('headers_found', { headers }),
    ),
  )
}

const MAX_HEADERS_SHOWN = 40
const SEARCHED_FOR_EXAMPLE_ROWS = 10
const SHOWN_ROWS = 4
const SHOWN_CELLS = 8
const SHOWN_CHARACTERS = 30

const shortenLine = (text: string): string => normaliseLine(text).slice(0, SHOWN_CHARACTERS)

/** Quotes a cell's text for kitroom.yaml. */
const showCell = (cell: Cell): string => (shortenLine(cell.text) === '' ? '' : JSON.stringify(shortenLine(cell.text)))

function showRows(rows: readonly SheetRow[]): string {
  const filled = rows
    .slice(0, SEARCHED_FOR_EXAMPLE_ROWS)
    .filter(({ cells }) => cells.some((cell) => showCell(cell) !== ''))
  return filled
    .slice(0, SHOWN_ROWS)
    .map(({ row, cells }) => {
      const texts = cells.map(showCell).filter(Boolean)
      return `row ${row} ${texts.slice(0, SHOWN_CELLS).join(', ')}${texts.length > SHOWN_CELLS ? ' …' : ''}`
    })
    .join('; ')
}

/** Creates an example for `columns:` from the first row with several texts. */
function exampleOf(rows: readonly SheetRow[]): string {
  const names = rows
    .slice(0, SEARCHED_FOR_EXAMPLE_ROWS)
    .map(({ cells }) => cells.map(showCell).filter((text) => text !== '' && !/^"[\d.,]+"$/.test(text)))
  const header = names.find(({ length }) => length > 1) ?? ['"Your name"']
  const fields = ['asset_tag', 'gear_type', 'brand', 'model']
  return `columns: { ${header
    .slice(0, fields.length)
    .map((name, index) => `${name}: ${fields[index]}`)
    .join(', ')} }`
}
