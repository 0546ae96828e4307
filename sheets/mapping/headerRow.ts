import type { ReadCell } from '../cells/cellState.ts'
import { trimCell } from '../cells/escape.ts'
import { rememberTexts } from '../cells/rememberTexts.ts'
import { lookUpWord } from '../cells/words.ts'
import type { Cell, ColumnTarget, SheetRow } from '../types.ts'
import type { PresetName } from '../presets.ts'
import { isFilled, isNumeric } from './cellKind.ts'
import { matchHeader, type HeaderMatch, type OwnHeaders } from './matchHeader.ts'
import { isListHeader, isOtherHeader } from './otherHeaders.ts'
import { isTypeOrModel, MODEL_BY_TYPE_HEADER } from './typeOrModel.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'

export const requiredColumns = ['gear_type', 'brand', 'model'] as const

export interface HeaderRow {
  matches: (HeaderMatch | undefined)[]
  /** Distinct names of the headers: fields, and names of other lists' columns. */
  names: ReadonlySet<string>
  /** The names that are fields. An ambiguous header counts as `a or b`. */
  fields: ReadonlySet<string>
  /** Number of headers of other lists (people, bookings, repairs). */
  listHeaders: number
  filled: readonly number[]
  /** Columns whose cell contains data and thus is no header. */
  data: readonly number[]
}

export interface HeaderReader {
  read: (row: SheetRow) => HeaderRow
  readCell: ReadCell
  /** Type that a cell's word means, such as `accessory/tripod`. */
  typeOf: (cell: Cell | undefined) => string | undefined
  isType: (cell: Cell | undefined) => boolean
  /** Lists required fields that have neither a header nor a default. */
  missingIn: (read: HeaderRow) => string[]
  /** Returns undefined for a text that is no header. */
  nameOf: (cell: Cell | undefined) => string | undefined
  /** Creates a reader with a preset too; absent if the settings have one. */
  withPreset?: (name: PresetName) => HeaderReader
}

interface CellWord {
  name: string
  match?: HeaderMatch
  isList: boolean
}

/** Beginning of the names of headers that are no field. */
export const OTHER_NAME = 'other '
const MAX_HEADER_CHARACTERS = 60
const MAX_CACHED = 20_000

export const formatTarget = (target: ColumnTarget): string =>
  typeof target === 'string' ? target : Object.values(target).join(' or ')

/** Names what a header maps to. Equal names mean the same field. */
const nameOfMatch = ({ target, either }: HeaderMatch): string => (either ? either.join(' or ') : formatTarget(target))

/** Creates a header reader with a cache by text. @param defaults fields that rows need not have */
export function createHeaderReader(
  ownHeaders: OwnHeaders,
  typeWords: ReadonlyMap<string, string> | undefined,
  readCell: ReadCell,
  defaults: Readonly<Record<string, unknown>> = {},
): HeaderReader {
  const findWord = (text: string): CellWord | undefined => {
    const match = matchHeader(text, ownHeaders)
    const folded = toLookupKey(text)
    if (match) return { name: nameOfMatch(match), match, isList: false }
    return isOtherHeader(folded) ? { name: `${OTHER_NAME}${folded}`, isList: isListHeader(folded) } : undefined
  }
  const findKnownWord = rememberTexts(MAX_CACHED, findWord)
  const wordOf = (cell: Cell | undefined): CellWord | undefined => {
    if (cell?.kind !== 'text' || cell.text.length > MAX_HEADER_CHARACTERS || trimCell(cell.text).startsWith("'"))
      return undefined
    return findKnownWord(cell.text)
  }
  const findType = rememberTexts(MAX_CACHED, (text) => lookUpWord(text, typeWords))
  const typeOf = (cell: Cell | undefined): string | undefined => {
    if (cell?.kind !== 'text' || cell.text.length > MAX_HEADER_CHARACTERS) return undefined
    return findType(cell.text)
  }
  const isType = (cell: Cell | undefined): boolean => typeOf(cell) !== undefined
  const read = (row: SheetRow): HeaderRow => {
    const words = nameModel(row.cells.map(wordOf), row)
    const filled = row.cells.flatMap((cell, index) =>
      isFilled(cell) && readCell(cell).state !== 'token' ? [index] : [],
    )
    const headerWords = words.flatMap((word) => (word ? [word] : []))
    return {
      matches: words.map((word) => word?.match),
      names: new Set(headerWords.map(({ name }) => name)),
      fields: new Set(headerWords.flatMap(({ name, match }) => (match && match.target !== 'ignore' ? [name] : []))),
      listHeaders: headerWords.filter(({ isList }) => isList).length,
      filled,
      data: filled.filter((index) => words[index] === undefined && isData(row.cells[index])),
    }
  }
  const missingIn = (header: HeaderRow): string[] =>
    listMissingRequired(header).filter((field) => defaults[field] === undefined)
  return { read, readCell, typeOf, isType, missingIn, nameOf: (cell) => wordOf(cell)?.name }
}

const MODEL: CellWord = { name: 'model', match: MODEL_BY_TYPE_HEADER, isList: false }

/** Takes `Typ` for the model where another header is the type and none is the model: `Kategorie, Hersteller, Typ`. */
function nameModel(words: (CellWord | undefined)[], { cells }: SheetRow): (CellWord | undefined)[] {
  const isType = (word: CellWord | undefined): boolean => word?.match?.target === 'gear_type' && !word.match.isOwn
  const typeColumns = [...words.keys()].filter((index) => isType(words[index]))
  if (typeColumns.length < 2 || words.some((word) => word?.name === 'model')) return words
  const [column, ...others] = typeColumns.filter((index) => isTypeOrModel(cells[index]?.text ?? ''))
  if (column === undefined || others.length > 0) return words
  return words.with(column, MODEL)
}

const isData = (cell: Cell | undefined): boolean =>
  cell !== undefined &&
  (cell.kind !== 'text' || isNumeric(cell) || /\d/.test(cell.text) || trimCell(cell.text).startsWith("'"))

export const listMissingRequired = ({ fields }: Pick<HeaderRow, 'fields'>): string[] =>
  requiredColumns.filter((field) => !fields.has(field))
