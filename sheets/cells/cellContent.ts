import { foldText } from '../../platform/foldText.ts'
import type { Cell } from '../types.ts'
import { coverWords, plugFillers, plugWords } from '../vocabulary/contentWords.ts'
import { toLookupKey, toLookupWords } from '../vocabulary/lookupKey.ts'
import { noWords, yesWords } from '../vocabulary/presenceWords.ts'
import { findConvertedKind } from './converted.ts'
import { currenciesOf } from './currency.ts'
import { parseDateShape } from './dateShape.ts'
import { isDuration } from './duration.ts'
import { monthByName } from './months.ts'
import { normaliseFigures } from './normalise.ts'
import { rememberTexts } from './rememberTexts.ts'
import { withoutTaxWord } from './taxWords.ts'
import { listWords, lookUpWord } from './words.ts'

/**
 * Contents of a cell by its own shape, whatever its column. `letter`: one letter; `cover`: says whether a warranty
 * runs; `size`: a number with a unit, or dimensions; `code`: one word with a digit; `name`: up to five words;
 * `sentence`: more, or with punctuation of one.
 */
export const cellContents = [
  'date',
  'year',
  'duration',
  'money',
  'yes_no',
  'letter',
  'cover',
  'number',
  'size',
  'plug',
  'link',
  'code',
  'name',
  'sentence',
] as const
export type CellContent = (typeof cellContents)[number]

const yesNo = listWords('stabilized')
/** Yes and no of languages whose words have other meanings in a column of yes and no. */
const moreYesNo: ReadonlySet<string> = new Set([yesWords, noWords].join(', ').split(', ').map(toLookupKey))
const plugs: ReadonlySet<string> = new Set(plugWords.map(toLookupKey))
const plugPhrases: ReadonlySet<string> = new Set(plugWords.map((words) => toLookupWords(words).join(' ')))
const fillers: ReadonlySet<string> = new Set(plugFillers)
const covers: ReadonlySet<string> = new Set(coverWords.map(toLookupKey))

const NUMBER = /^[+\-−]?\d[\d.,'’ ]*$/
const LETTER = /^\p{L}$/u
/** Without other marks, which may be part of a name. */
const YES_NO = /^(?:\p{L}+|\P{L}{1,2})[.!]?$/u
/** Ticks, crosses and circles. */
const MARKS = /^[^\p{L}\p{N}]{1,3}$/u
const YEAR = /^(?:19|20)\d\d$/
const MONTH = /^(\p{L}+)\.?[\s/-]+(?:19|20)\d\d$|^(?:19|20)\d\d[\s/-]+(\p{L}+)$/u
const NUMERIC_MONTH = /^(?:0?[1-9]|1[0-2])[/.-](?:19|20)\d\d$|^(?:19|20)\d\d[/-](?:0[1-9]|1[0-2])$/
const SIZE =
  /^[~≈<>≤≥øØ⌀∅]?\s*\d+(?:[.,]\d+)?\s*(?:[kmgt]i?b|[cm]?m|km|in|inch(?:es)?|zoll|pouces?|ft|["”″]|k?g|gr|lbs?|oz|m?wh|kwh|m?ah|m?v|k?w|[km]?hz|mp|mpx|megapixels?|fps|l|ml|lm|lux|°|db|k|p|px|stops?|h|hr?s|hours?|std|stunden|heures|horas|ore|min|mins|minut\p{L}*|s|sec)\.?$/iu
/** A capacity in bytes or octets, perhaps of several, and what has it: 128 Go, 2x 256GB SD. */
const CAPACITY = /^(?:\d+\s*[x×]\s*)?\d+(?:[.,]\d+)?\s*(?:[kmgtKMGT]i?[bB]|[KMGT]o|[кмгтКМГТ][бБ])(?!\p{L})/u
const DIMENSIONS =
  /^\d+(?:[.,]\d+)?\s*[x×*]\s*\d+(?:[.,]\d+)?(?:\s*[x×*]\s*\d+(?:[.,]\d+)?)?\s*(?:[cm]?m|in|px|["”″])?$/iu
const LINK =
  /^(?:https?:\/\/|www\.|mailto:)\S+$|^\S+@\S+\.\p{L}{2,}$|^(?:[a-z0-9-]+\.)+(?:com|net|org|de|fr|es|it|nl|io|eu|co|uk|pl|jp|cn)(?:\/\S*)?$/iu
const LONG_LINK = /^https?:\/\/\S+$/i
/** Longer texts are sentences. Searches for other shapes in them would take long. */
const MAX_CHARACTERS = 120
const SENTENCE_END = /\p{L}{2,}[.!?。！？]["”»)]?$/u
const MAX_NAME_WORDS = 5

/** An amount with its currency before or behind it. `KR-0001` and `EUR 07` are tags. */
const MONEY = /^([\p{L}\p{Sc}]{1,5}\.?)?\s*([1-9][\d.,'’ ]*|0[.,]\d+)(?:[.,:/][-–—]+)?\s*([\p{L}\p{Sc}]{1,5}\.?)?$/u
const HAS_SEPARATOR = /[.,'’ ]/

function isMoney(text: string): boolean {
  const [, before = '', digits = '', behind = ''] = MONEY.exec(withoutTaxWord(text)) ?? []
  const word = before || behind
  if (word === '' || (before !== '' && behind !== '') || currenciesOf(word).length === 0) return false
  // Two letters are the beginning of a tag as often as a currency.
  return /\p{Sc}/u.test(word) || word.length > 2 || HAS_SEPARATOR.test(digits.trim())
}

const isYesNo = (text: string): boolean =>
  YES_NO.test(text) && (lookUpWord(text, yesNo) !== undefined || moreYesNo.has(toLookupKey(text)))

const isMonth = (text: string): boolean => {
  const match = MONTH.exec(foldText(text))
  return NUMERIC_MONTH.test(text) || (match !== null && monthByName.has(match[1] ?? match[2] ?? ''))
}

const MAX_PLUG_WORDS = 3
/** Threads of tripods and stands. */
const SCREW = /^(?:1\/4|3\/8|5\/8)[-–]?(?:16|20|27)?\s*["”″]?$/
/** `LAN-1` and `SD 3` are tags. */
const NUMBERED = /^\p{L}+[ _-]?\d+$/u

/** True for words that name plugs, with their number and kind: 2x SDI, HDMI Typ A, USB-C 3.1. */
function isPlug(text: string, words: readonly string[]): boolean {
  if (plugs.has(words.join('')) || SCREW.test(text)) return true
  if (NUMBERED.test(text)) return false
  let hasPlug = false
  for (let from = 0; from < words.length;) {
    let length = Math.min(MAX_PLUG_WORDS, words.length - from)
    while (length > 0 && !plugPhrases.has(words.slice(from, from + length).join(' '))) length--
    if (length > 0) hasPlug = true
    else if (!fillers.has(words[from] ?? '') && !/^\d+x?$/.test(words[from] ?? '')) return false
    from += Math.max(length, 1)
  }
  return hasPlug
}

const isLink = (text: string): boolean => /[.:]/.test(text) && LINK.test(text)

const isDate = (text: string): boolean =>
  parseDateShape(text) !== undefined || findConvertedKind(text) === 'date' || isMonth(text)

const isSize = (text: string): boolean => SIZE.test(text) || DIMENSIONS.test(text) || CAPACITY.test(text)

function contentOfText(text: string): CellContent {
  if (text.length > MAX_CHARACTERS) return LONG_LINK.test(text) ? 'link' : 'sentence'
  if (isLink(text)) return 'link'
  // Dates, amounts and sizes have a digit, and most texts have none.
  const hasDigit = /\d/.test(text)
  if (hasDigit && YEAR.test(text)) return 'year'
  if (hasDigit && isDate(text)) return 'date'
  if (hasDigit && NUMBER.test(text)) return 'number'
  if (LETTER.test(text)) return moreYesNo.has(text) ? 'yes_no' : 'letter'
  if (isYesNo(text) || MARKS.test(text)) return 'yes_no'
  if (hasDigit && isMoney(text)) return 'money'
  if (hasDigit && isSize(text)) return 'size'
  if (isDuration(text)) return 'duration'
  const folded = toLookupWords(text)
  if (isPlug(text, folded)) return 'plug'
  if (covers.has(folded.join(''))) return 'cover'
  const words = text.split(' ')
  if (words.length === 1) return hasDigit ? 'code' : 'name'
  return words.length > MAX_NAME_WORDS || (words.length > 2 && SENTENCE_END.test(text)) ? 'sentence' : 'name'
}

const MAX_KNOWN = 10_000
const contentOfKnownText = rememberTexts(MAX_KNOWN, contentOfText)

const MONEY_FORMAT = /\p{Sc}|\[\$[^\]-]/u

/** Finds the content of a cell with a value. @param text without an escaping `'` */
export function contentOf(cell: Cell, text: string): CellContent {
  if (cell.kind === 'date') return cell.shows === 'time' ? 'duration' : 'date'
  if (cell.kind === 'boolean') return 'yes_no'
  if (typeof cell.value === 'number') {
    if (MONEY_FORMAT.test(cell.numberFormat ?? '')) return 'money'
    return YEAR.test(String(cell.value)) ? 'year' : 'number'
  }
  return text.length > MAX_CHARACTERS ? contentOfText(text) : contentOfKnownText(normaliseFigures(text))
}
