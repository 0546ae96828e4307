import { SheetRefused, type SheetRow } from '../types.ts'
import { matchHeader, type HeaderMatch, type OwnHeaders } from './matchHeader.ts'

const SEARCHED_ROWS = 10
const FEWEST_HEADERS = 2
/** Fields without which no item can be created. */
const REQUIRED = ['gear_type', 'brand', 'model'] as const

export interface FoundHeader {
  /** Place of the header among the sheet's rows. */
  index: number
  /** What each column names, by column. */
  matches: (HeaderMatch | undefined)[]
}

const namedFields = (matches: readonly (HeaderMatch | undefined)[]): Set<string> =>
  new Set(
    matches.flatMap((match) => {
      if (!match || match.target === 'ignore') return []
      if (match.either) return [match.either.join(' or ')]
      return [typeof match.target === 'string' ? match.target : Object.values(match.target).join(' or ')]
    }),
  )

/**
 * Finds the header among the first rows: the one that names the most fields, and all required ones if any row does.
 * @throws SheetRefused no_rows, no_header, missing_required_column.
 */
export function findHeader(rows: readonly SheetRow[], own: OwnHeaders): FoundHeader {
  if (!rows.some((row) => row.cells.some((cell) => cell.text.trim() !== '')))
    throw new SheetRefused('no_rows', 'The sheet is empty. Put a header and a row for each item into it.')
  const candidates = rows.slice(0, SEARCHED_ROWS).map((row, index) => {
    const matches = row.cells.map((cell) => (cell.text.trim() === '' ? undefined : matchHeader(cell.text, own)))
    const fields = namedFields(matches)
    return { index, matches, count: fields.size, missing: REQUIRED.filter((field) => !fields.has(field)) }
  })
  const [best] = candidates.toSorted((a, b) => Number(a.missing.length > 0) - Number(b.missing.length > 0) || b.count - a.count || a.index - b.index)
  if (!best || best.count < FEWEST_HEADERS)
    throw new SheetRefused(
      'no_header',
      `No row of the first ${SEARCHED_ROWS} looks like a header. Put a row above the items with names such as Asset Tag, Type, Brand, Model.`,
    )
  if (best.missing.length > 0) {
    const row = rows[best.index]
    throw new SheetRefused(
      'missing_required_column',
      `The header in row ${row?.row} has no column for ${best.missing.join(', ')}. Add it, or say under columns: which column holds it. Found: ${
        row?.cells
          .map((cell) => cell.text.trim())
          .filter(Boolean)
          .slice(0, 40)
          .join(', ') ?? ''
      }.`,
    )
  }
  return best
}
