import { normaliseLine } from '../cells/normalise.ts'
import { say, sayAll } from '../../contract/sentences/say.ts'
import { SheetRefused, type Cell, type SheetRow } from '../types.ts'
import { refuseWithAdvice } from '../refuseWithAdvice.ts'
import { adviseHeader, adviseRow } from './adviseHeader.ts'
import { findPreset } from './findPreset.ts'
import { guessHeader } from './guessHeader.ts'
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

/** Lists what the first rows name as headers. */
const listCandidates = (rows: readonly SheetRow[], reader: HeaderReader): Candidate[] =>
  rows.slice(0, SEARCHED_ROWS).map((row, index): Candidate => {
    const headerRow = reader.read(row)
    return { index, matches: headerRow.matches, count: headerRow.fields.size, missing: reader.missingIn(headerRow) }
  })

const findBest = (candidates: readonly Candidate[]): Candidate | undefined => {
  const [best] = candidates.toSorted((a, b) => b.count - a.count || a.index - b.index)
  return best && best.count >= MIN_HEADERS ? best : undefined
}

/**
 * Finds the row that comes nearest to a header: the one with the most fields, else the first row if it has unknown
 * words only. @returns undefined for a list without a header
 */
export function findNearestHeader(rows: readonly SheetRow[], reader: HeaderReader): FoundHeader | undefined {
  const best = findBest(listCandidates(rows, reader))
  if (best) return best
  const guessed = guessHeader(rows, reader)
  const row = guessed?.kind === 'header' ? rows[guessed.index] : undefined
  return guessed && row && { index: guessed.index, matches: reader.read(row).matches }
}

/**
 * Finds the header: the first row with all required fields.
 * @throws SheetRefused no_rows, no_header, missing_required_column
 */
export function findHeader(rows: readonly SheetRow[], reader: HeaderReader): FoundHeader {
  if (!rows.some((row) => row.cells.some((cell) => cell.text.trim() !== '')))
    throw new SheetRefused('no_rows', say('sheet_is_empty'))
  const candidates = listCandidates(rows, reader)
  const completeHeader = findFirstComplete(candidates)
  if (completeHeader) return completeHeader
  const best = findBest(candidates)
  throw best ? refuseIncomplete(rows, best, reader) : refuseUnknown(rows, reader)
}

function refuseIncomplete(rows: readonly SheetRow[], best: Candidate, reader: HeaderReader): SheetRefused {
  const row = rows[best.index]
  const texts = row?.cells.map(({ text }) => text.trim()).filter(Boolean) ?? []
  const fact = sayAll(
    say('header_lacks', { row: row?.row ?? 0, fields: best.missing.join(', ') }),
    say('headers_found', { headers: texts.slice(0, MAX_HEADERS_SHOWN).join(', ') }),
  )
  const preset = reader.withPreset && findPreset(texts)
  const advice =
    preset === undefined || reader.withPreset === undefined
      ? adviseHeader(rows, best.index, reader, MIN_HEADERS)
      : adviseHeader(rows, best.index, reader.withPreset(preset), MIN_HEADERS, { preset })
  return refuseWithAdvice('missing_required_column', fact, advice)
}

function refuseUnknown(rows: readonly SheetRow[], reader: HeaderReader): SheetRefused {
  const shown = showRows(rows)
  const guessed = guessHeader(rows, reader)
  const preset = reader.withPreset && findPreset(textsOfRow(rows[guessed?.index ?? 0]))
  if (guessed && preset !== undefined && reader.withPreset) {
    const advice = adviseHeader(rows, guessed.index, reader.withPreset(preset), MIN_HEADERS, { preset })
    return refuseWithAdvice('no_header', say('no_known_header', { rows: shown }), advice)
  }
  if (guessed?.kind === 'header')
    return refuseWithAdvice(
      'no_header',
      say('unknown_header', { row: rows[guessed.index]?.row ?? 0, rows: shown }),
      adviseHeader(rows, guessed.index, reader, MIN_HEADERS),
    )
  return refuseWithAdvice(
    'no_header',
    say('no_header_row', { count: SEARCHED_ROWS, rows: shown }),
    guessed ? adviseRow(rows, guessed.index, reader) : [],
  )
}

const MAX_HEADERS_SHOWN = 40
const SEARCHED_FOR_EXAMPLE_ROWS = 10
const SHOWN_ROWS = 4
const SHOWN_CELLS = 8
const SHOWN_CHARACTERS = 30

const textsOfRow = (row: SheetRow | undefined): string[] => row?.cells.map(({ text }) => text.trim()) ?? []

/** Quotes a cell's text. */
function showCell(cell: Cell): string {
  const text = normaliseLine(cell.text).slice(0, SHOWN_CHARACTERS)
  return text === '' ? '' : JSON.stringify(text)
}

/** Shows the first filled rows, one a line: its number and its cells. */
function showRows(rows: readonly SheetRow[]): string {
  const filled = rows
    .slice(0, SEARCHED_FOR_EXAMPLE_ROWS)
    .filter(({ cells }) => cells.some((cell) => showCell(cell) !== ''))
  return filled
    .slice(0, SHOWN_ROWS)
    .map(({ row, cells }) => {
      const texts = cells.map(showCell).filter(Boolean)
      return `${row} ${texts.slice(0, SHOWN_CELLS).join(', ')}${texts.length > SHOWN_CELLS ? ' …' : ''}`
    })
    .join('\n')
}
