/** Cells of a sheet: 0-based, ends excluded. */
export interface Box {
  startRow: number
  endRow: number
  startColumn: number
  endColumn: number
}

/** Sides that the text of a range leaves open are missing. */
export interface ParsedRange {
  title?: string
  box: Partial<Box>
  isCell: boolean
}

/** 0 is A. */
export function toColumnLetters(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest === 0 ? '' : toColumnLetters(rest - 1)) + String.fromCodePoint(65 + (index % 26))
}

const toColumnIndex = (letters: string): number =>
  Array.from(letters.toUpperCase(), (letter) => letter.codePointAt(0) ?? 0).reduce(
    (sum, code) => sum * 26 + code - 64,
    0,
  ) - 1

const CORNER = /^\$?([a-z]{1,3})?\$?([1-9]\d*)?$/i

function parseCorner(text: string): { column?: number; row?: number } | undefined {
  const [match, letters, digits] = CORNER.exec(text) ?? []
  if (match === undefined || (letters === undefined && digits === undefined)) return undefined
  return {
    ...(letters !== undefined && { column: toColumnIndex(letters) }),
    ...(digits !== undefined && { row: Number(digits) - 1 }),
  }
}

/** The corners may be in either order. */
function spanOf(first: number | undefined, last: number | undefined): { start?: number; end?: number } {
  if (first === undefined) return last === undefined ? {} : { end: last + 1 }
  if (last === undefined) return { start: first }
  return { start: Math.min(first, last), end: Math.max(first, last) + 1 }
}

function parseBox(text: string): Pick<ParsedRange, 'box' | 'isCell'> | undefined {
  const [first = '', last, ...more] = text.split(':')
  const from = parseCorner(first)
  const to = last === undefined ? from : parseCorner(last)
  if (!from || !to || more.length > 0) return undefined
  const isCell = last === undefined
  if (isCell && (from.column === undefined || from.row === undefined)) return undefined
  const rows = spanOf(from.row, to.row)
  const columns = spanOf(from.column, to.column)
  return {
    isCell,
    box: {
      ...(rows.start !== undefined && { startRow: rows.start }),
      ...(rows.end !== undefined && { endRow: rows.end }),
      ...(columns.start !== undefined && { startColumn: columns.start }),
      ...(columns.end !== undefined && { endColumn: columns.end }),
    },
  }
}

const unquote = (title: string): string => (title.startsWith("'") ? title.slice(1, -1).replaceAll("''", "'") : title)

/**
 * Parses A1 notation: `Sheet1!A1:B2`, `'Gear list'!A:C`, `Sheet1!2:5`, `Sheet1!A2:C`, `A1`, `Sheet1`.
 * @returns undefined for other text
 */
export function parseA1(text: string): ParsedRange | undefined {
  const [, title, range] = /^('(?:[^']|'')+'|[^'!]+)!(.+)$/s.exec(text) ?? []
  if (title !== undefined && range !== undefined) {
    const parsed = parseBox(range)
    return parsed && { title: unquote(title), ...parsed }
  }
  const parsed = parseBox(text)
  if (parsed) return parsed
  return /^(?:'(?:[^']|'')+'|[^'!:]+)$/.test(text) ? { title: unquote(text), box: {}, isCell: false } : undefined
}

/** Google quotes titles that are not one word, or that read like a cell. */
const quote = (title: string): string =>
  /^[a-z_]\w*$/i.test(title) && !/^[a-z]{1,3}\d+$/i.test(title) ? title : `'${title.replaceAll("'", "''")}'`

/** A box in A1 notation, with its sheet. */
export function formatA1(title: string, box: Box): string {
  const first = `${toColumnLetters(box.startColumn)}${box.startRow + 1}`
  const last = `${toColumnLetters(box.endColumn - 1)}${box.endRow}`
  return `${quote(title)}!${first === last ? first : `${first}:${last}`}`
}

export const intersects = (a: Box, b: Box): boolean =>
  a.startRow < b.endRow && b.startRow < a.endRow && a.startColumn < b.endColumn && b.startColumn < a.endColumn
