import { say, type Said } from '../../contract/sentences/say.ts'
import type { RowQuestion } from '../../contract/control/questions.ts'
import type { CellState, ReadCell } from '../cells/cellState.ts'
import { listWords, lookUpWord } from '../cells/words.ts'
import { presets } from '../presets.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { SheetRow } from '../types.ts'
import { toColumnLetter } from '../vocabulary/columnLetters.ts'
import { foldHeader, toLookupKey, toLookupKeys } from '../vocabulary/lookupKey.ts'
import { absentWords, noWords, unknownWords, yesWords } from '../vocabulary/presenceWords.ts'
import { readPresence, type Presence } from '../vocabulary/readPresence.ts'
import type { MappedColumn, MappedColumns } from './columns.ts'
import type { ListTitle } from './listTitles.ts'

/** Headers of columns that are filled for gear that is gone: with a date or a mark. */
const GONE_HEADERS = [
  'sold, sold on, sold at, sold date, date sold, sale date, sold to, retired on, date retired, retirement date, disposed, disposed on, disposal date, date disposed, stolen, stolen on, archived, archived on, decommissioned on',
  'verkauft, verkauft am, verkauft an, verkaufsdatum, ausgemustert, ausgemustert am, entsorgt, entsorgt am, gestohlen, abgang, abgangsdatum',
  'vendu, vendu le, vendu à, date de vente, réformé, réformé le, mis au rebut, date de sortie définitive, vendido, vendido el, fecha de venta, dado de baja, fecha de baja',
  'venduto, venduto il, data di vendita, dismesso, verkocht, verkocht op, sprzedano, data sprzedaży, wycofano, vendido em, data de venda, 売却日, 廃棄日, 报废日期',
]
const headers: ReadonlySet<string> = toLookupKeys(GONE_HEADERS)
const yesNo = listWords('stabilized')
const toSet = (words: string): ReadonlySet<string> => new Set(words.split(', ').map(toLookupKey))
const [moreYes, moreNo] = [toSet(yesWords), toSet(noWords)]
const [absent, unknowns] = [toSet(absentWords), toSet(unknownWords)]
const statuses = listWords('status')

/** Column target that is not a field. */
const NOT_ON_HAND = 'not_on_hand'

/** Reads yes or no. @returns undefined for other texts */
function readYesNo(text: string): boolean | undefined {
  const word = lookUpWord(text, yesNo)
  if (word !== undefined) return word === 'true'
  const key = toLookupKey(text)
  if (moreYes.has(key)) return true
  return moreNo.has(key) || absent.has(key) ? false : undefined
}

/** An asked column is left out, so nothing says how it is read. */
const NOTHING: Said = { message: '', sentences: [] }
const EVIDENCE = {
  gone: say('value_means_gone'),
  here: say('no_means_gone'),
  out: say('value_means_out'),
} as const

export interface PresenceColumn extends MappedColumn {
  /** Meaning of a filled cell for the item; `here`: a no says that it is gone. */
  says: Presence
  /** True if texts without a digit count too, not only yes and no. */
  isFlag?: boolean
}

export interface PresenceColumns {
  /** Columns whose meaning is known, or in the settings. */
  known: PresenceColumn[]
  /** Columns that may say that items are gone. Their rows are asked about. */
  asked: PresenceColumn[]
  /** Letters of the columns that mean nothing by the settings. */
  silent: string[]
}

type Settings = Pick<SheetSettings, 'presence' | 'preset'>

const foldAnswers = <T>(answers: Readonly<Record<string, T>> = {}): [string, T][] =>
  Object.entries(answers).map(([header, meaning]): [string, T] => [foldHeader(header), meaning])

/**
 * Finds the columns about where items are, except mapped or configured ones.
 * @param items rows that prove what a column holds
 */
export function findPresenceColumns(
  headerRow: SheetRow,
  { unknown }: Pick<MappedColumns, 'unknown'>,
  items: readonly SheetRow[],
  { presence = {}, preset }: Settings,
  readCell: ReadCell,
): PresenceColumns {
  const ofPreset = new Map(foldAnswers(preset && presets[preset].presence))
  const answers = new Map([...ofPreset, ...foldAnswers(presence)])
  const letters = new Set(unknown.map(({ column }) => column))
  const columns: PresenceColumns = { known: [], asked: [], silent: [] }
  for (const [index, cell] of headerRow.cells.entries()) {
    const header = cell.text.trim().replaceAll(/\s+/g, ' ')
    const letter = toColumnLetter(index)
    if (header === '' || !letters.has(letter)) continue
    const answer = answers.get(foldHeader(header)) ?? (headers.has(toLookupKey(header)) ? 'gone' : undefined)
    const column = { index, letter, header, target: NOT_ON_HAND }
    if (answer === 'nothing') columns.silent.push(letter)
    else if (answer) columns.known.push({ ...column, says: answer, evidence: EVIDENCE[answer] })
    else {
      const says = readPresence(header)
      const isFlag = says === 'here' && items.some((row) => isFlagCell(row, index, readCell))
      if (says) columns.asked.push({ ...column, says, evidence: NOTHING, ...(isFlag && { isFlag }) })
    }
  }
  return columns
}

/**
 * True for a word that means nothing in other columns, and that an item is not there: `отсутствует`, `nicht vorhanden`.
 */
export const saysGone = (text: string): boolean => {
  const presence = readPresence(text)
  return presence !== undefined && presence !== 'here'
}

/**
 * True for a word that means blank elsewhere, and in a column about what is still there that it is not, or that nobody
 * knows.
 */
function saysNotHere(text: string): boolean {
  const key = toLookupKey(text)
  return absent.has(key) || unknowns.has(key)
}

/** Reads a cell that has a value. @returns undefined for a blank cell */
function readFilled(row: SheetRow, index: number, readCell: ReadCell, says: Presence): CellState | undefined {
  const cell = row.cells[index]
  const state = cell && readCell(cell)
  if (state?.state === 'token' && (saysGone(state.text) || (says === 'here' && saysNotHere(state.text)))) return state
  return state === undefined || ['blank', 'token', 'clear'].includes(state.state) ? undefined : state
}

function isFlagCell(row: SheetRow, index: number, readCell: ReadCell): boolean {
  const text = readFilled(row, index, readCell, 'here')?.text
  return text !== undefined && (readYesNo(text) !== undefined || readPresence(text) !== undefined)
}

/** True unless a filled cell plainly says that the item is there. */
function mayBeGone(text: string, { says, isFlag }: Pick<PresenceColumn, 'says' | 'isFlag'>): boolean {
  const own = readPresence(text)
  if (own !== undefined) return own !== 'here'
  const isYes = readYesNo(text)
  const status = lookUpWord(text, statuses)
  if (says === 'here') {
    if (isYes !== undefined) return !isYes
    if (unknowns.has(toLookupKey(text))) return true
    if (status !== undefined) return status === 'retired'
    return /[1-9]/.test(text) ? false : isFlag === true || /^0+$/.test(text.trim())
  }
  if (status !== undefined && status !== 'retired') return false
  return says === 'unclear' || isYes !== false
}

/**
 * Finds the meaning of a row's cells in known columns.
 * @returns undefined if they are empty, or say that the item is there
 */
export function readPresenceCells(
  row: SheetRow,
  columns: readonly PresenceColumn[],
  readCell: ReadCell,
): ListTitle | undefined {
  const says = ({ index, says: meaning }: PresenceColumn): boolean => {
    const state = readFilled(row, index, readCell, meaning)
    if (state === undefined) return false
    if (meaning === 'here') return readYesNo(state.text) === false || saysGone(state.text)
    return readYesNo(state.text) !== false
  }
  const matching = columns.filter(says)
  const column = matching.find(({ says: meaning }) => meaning !== 'out') ?? matching[0]
  return column && { text: column.header, says: column.says === 'out' ? 'out' : 'gone' }
}

/**
 * Asks about each cell of a row that may say that the item is gone.
 * @param hasStatus true if the row gives a status of its own
 */
export function askAboutCells(
  row: SheetRow,
  columns: readonly PresenceColumn[],
  hasStatus: boolean,
  readCell: ReadCell,
): RowQuestion[] {
  return columns.flatMap((column): RowQuestion[] => {
    const state = readFilled(row, column.index, readCell, column.says)
    if (!state || !mayBeGone(state.text, column) || (column.says === 'out' && hasStatus)) return []
    const { header, letter, says } = column
    const raw = row.cells[column.index]?.text.trim() ?? ''
    return [
      {
        cell: `${letter}${row.row}`,
        code: 'gone_column',
        raw,
        ...say('row_asks_about_column', { header, text: raw }),
        about: header,
        suggests: says === 'unclear' ? 'gone' : says,
      },
    ]
  })
}
