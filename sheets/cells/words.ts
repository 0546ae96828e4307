import { isFieldKey } from '../../contract/api/fieldKeys.ts'
import {
  accessoryCategories,
  filterKinds,
  gearConditions,
  gearStatuses,
  gearTypes,
  sensorFormats,
} from '../../contract/api/gearFields.ts'
import { gearTypeWords } from '../vocabulary/gearTypeWords.ts'
import { isKnownCategory, listCustomCategories, type NamedCategory } from '../vocabulary/customCategories.ts'
import { findCustomField } from '../vocabulary/customFields.ts'
import { findMostSimilar } from '../vocabulary/findMostSimilar.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'
import {
  conditionWords,
  filterKindWords,
  sensorWords,
  statusWords,
  yesNoWords,
  type WordTable,
} from '../vocabulary/words.ts'
import { addCategoryWords } from './categoryWords.ts'
import type { ColumnRules } from './columnRules.ts'
import { normaliseLine } from './normalise.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { parseFault, shorten, type ParseResult } from './parseResult.ts'

/** Matches marks that change a word's meaning: a sign after a grade (`B-`, `good-`) or a question mark (`good?`). */
const MEANINGFUL_MARK = /(?<=(?:^|[^\p{L}\p{N}])\p{L}\s*|\p{L})[+-]+$|\?(?=\)?$)/u

const foldMarks = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[−–—]/g, '-')
    .replaceAll(/[\u2044\u2215]/g, '/')
    .replaceAll(/[”“″]|''/g, '"')

/**
 * Folds a word for lookup. Keeps the marks of `MEANINGFUL_MARK`, and all marks of a word without letters (`8/10`, `1"`,
 * ✓).
 */
export function foldWord(text: string): string {
  const folded = toLookupKey(text)
  if (!/\p{L}/u.test(folded)) return foldMarks(text).replaceAll(/\s/g, '')
  return /[+\-−–—?]/.test(text) ? folded + (MEANINGFUL_MARK.exec(foldMarks(text).trim())?.[0] ?? '') : folded
}

const spellings = new Map<string, string>()

function registerSpelling(word: string): string {
  const folded = foldWord(word)
  if (!spellings.has(folded)) spellings.set(folded, word)
  return folded
}

function buildWords(values: readonly string[], table: WordTable): ReadonlyMap<string, string> {
  const entries = Object.entries(table).flatMap(([value, lists]) =>
    lists.flatMap((list) => list.split(', ').map((word): [string, string] => [registerSpelling(word), value])),
  )
  return new Map([...entries, ...values.map((value): [string, string] => [registerSpelling(value), value])])
}

const categoryWords: WordTable = Object.fromEntries(
  Object.entries(gearTypeWords).flatMap(([value, lists]) =>
    value.startsWith('accessory/') ? [[value.slice('accessory/'.length), lists]] : [],
  ),
)

/** The values that `values:` and messages name. */
const typeValues = [
  ...gearTypes,
  ...accessoryCategories.map((name) => `accessory/${name}`),
  ...filterKinds.map((name) => `filter/${name}`),
]

const tables: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  gear_type: buildWords(typeValues, gearTypeWords),
  status: buildWords(gearStatuses, statusWords),
  condition: buildWords(gearConditions, conditionWords),
  sensor_format: buildWords(sensorFormats, sensorWords),
  image_circle: buildWords(sensorFormats, sensorWords),
  category: buildWords(accessoryCategories, categoryWords),
  filter_kind: buildWords(filterKinds, filterKindWords),
  stabilized: buildWords(['true', 'false'], yesNoWords),
}

interface KnownCategories {
  categories: readonly NamedCategory[]
  tables: Readonly<Record<string, ReadonlyMap<string, string>>>
}

let withCategories: KnownCategories | undefined

/** Words of a type or category, with those of the account's categories. */
function wordsWithCategories(field: string): ReadonlyMap<string, string> | undefined {
  const categories = listCustomCategories()
  if (categories.length === 0) return undefined
  if (withCategories?.categories !== categories) {
    const add = (name: string, toValue: (category: string) => string): ReadonlyMap<string, string> =>
      addCategoryWords(
        { table: tables[name] ?? new Map<string, string>(), toValue, fold: registerSpelling },
        categories,
      )
    const gear_type = add('gear_type', (category) => `accessory/${category}`)
    withCategories = { categories, tables: { gear_type, category: add('category', (category) => category) } }
  }
  return withCategories.tables[field]
}

/** Words of an own field: its choices, or yes and no. */
function wordsOfCustomField(field: string): ReadonlyMap<string, string> | undefined {
  const defined = findCustomField(field)
  if (defined?.type === 'boolean') return tables['stabilized']
  return defined?.type === 'choice' ? buildWords(defined.choices ?? [], {}) : undefined
}

/**
 * Folded words of an enumeration field, with their values.
 * @param ownWords additional words from the source's `values`; they take precedence
 */
export function listWords(
  field: string,
  ownWords: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, string> | undefined {
  const table = wordsWithCategories(field) ?? tables[field] ?? wordsOfCustomField(field)
  const ownEntries = Object.entries(ownWords)
  return table && ownEntries.length > 0
    ? new Map([...table, ...ownEntries.map(([word, value]): [string, string] => [registerSpelling(word), value])])
    : table
}

export const lookUpWord = (text: string, words: ReadonlyMap<string, string> | undefined): string | undefined =>
  words?.get(foldWord(normaliseLine(text)))

const BETWEEN_TYPE_AND_KIND = /\s*[/／|>›»:]\s*|\s+[-–—]\s+/u

/** Looks up a type, also with its kind in two words that agree: `Zubehör / Stativ`. @returns undefined for two types */
export function lookUpType(text: string, words: ReadonlyMap<string, string> | undefined): string | undefined {
  const whole = lookUpWord(text, words)
  if (whole !== undefined) return whole
  const [first, second, ...more] = normaliseLine(text)
    .split(BETWEEN_TYPE_AND_KIND)
    .map((part) => lookUpWord(part, words))
  if (first === undefined || second === undefined || more.length > 0) return undefined
  if (first === second || second.startsWith(`${first}/`)) return second
  return first.startsWith(`${second}/`) ? first : undefined
}

export function parseWord(raw: string, rules: ColumnRules): ParseResult {
  const text = normaliseLine(raw)
  const words = rules.words ?? new Map<string, string>()
  const value = rules.field === 'gear_type' ? lookUpType(text, words) : words.get(foldWord(text))
  if (value === undefined) return createUnknownWordFault(text, rules, words)
  if (rules.kind === 'boolean') return { value: value === 'true' }
  const [type, detail] = value.split('/')
  const implied = rules.field === 'gear_type' && type === 'accessory' ? detail : undefined
  const category = rules.field === 'category' ? value : implied
  if (category !== undefined && !isKnownCategory(category)) return createUnknownCategoryFault(category, rules.field)
  if (rules.field !== 'gear_type') return { value }
  if (detail === undefined) return { value: type }
  return { value: type, implied: type === 'accessory' ? { category: detail } : { filter_kind: detail } }
}

/** The settings map a word to a category that the account does not have. */
const createUnknownCategoryFault = (name: string, field: string): ParseResult =>
  parseFault(field === 'gear_type' ? 'unknown_type' : 'unknown_value', say('category_undefined', { name }))

function createUnknownWordFault(text: string, rules: ColumnRules, words: ReadonlyMap<string, string>): ParseResult {
  const nearest = findMostSimilar(foldWord(text), words.keys())
  const meaning = nearest === undefined ? undefined : words.get(nearest)
  const knownWords =
    rules.kind === 'boolean'
      ? ['yes', 'no']
      : [...new Set([...words.values()].map((value) => value.split('/')[0] ?? value))]
  const { field, kind } = rules
  const hint =
    meaning === undefined
      ? adviseWords(knownWords.join(', '), field, kind)
      : adviseNearest(shorten(spellings.get(nearest ?? '') ?? nearest ?? ''), meaning, field, kind)
  return parseFault(
    field === 'gear_type' ? 'unknown_type' : 'unknown_value',
    say('unknown_word', { text: shorten(text), field }),
    hint,
  )
}

/** Only words of enumerations can be added. */
const adviseWords = (words: string, field: string, kind: ColumnRules['kind']): Said =>
  kind === 'boolean' || isFieldKey(field) ? say('known_words', { words }) : say('known_words_or_add', { words, field })

const adviseNearest = (word: string, meaning: string, field: string, kind: ColumnRules['kind']): Said =>
  kind === 'boolean' || isFieldKey(field)
    ? say('nearest_word', { word, meaning })
    : say('nearest_word_or_add', { word, meaning, field })
