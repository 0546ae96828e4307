import { accessoryCategories } from '../../contract/api/gearFields.ts'
import { varyNumber, type NamedCategory } from '../vocabulary/customCategories.ts'

/** A field whose cells name categories, `gear_type` or `category`. */
interface CategoryField {
  /** Folded words of the field without the account's categories, with their values. */
  table: ReadonlyMap<string, string>
  /** The field's value for a category. */
  toValue: (category: string) => string
  /** Folds a word, and remembers its spelling for advice. */
  fold: (word: string) => string
}

type Entry = readonly [word: string, value: string]

/** Adds words that name one category only, if they are free. */
function addDistinct(words: Map<string, string>, entries: readonly Entry[], isFree: (word: string) => boolean): void {
  for (const [word, same] of Map.groupBy(entries, ([text]) => text)) {
    const [value, ...others] = new Set(same.map(([, named]) => named))
    if (value !== undefined && others.length === 0 && word !== '' && isFree(word)) words.set(word, value)
  }
}

/**
 * Adds the words of an account's categories: names, labels, and both in the plural and singular. Names and labels
 * replace synonyms of built-in categories, but neither their names nor words of other gear types.
 */
export function addCategoryWords(
  { table, toValue, fold }: CategoryField,
  categories: readonly NamedCategory[],
): ReadonlyMap<string, string> {
  const builtIn = new Set(accessoryCategories.flatMap((name) => [fold(name), fold(toValue(name))]))
  const values = new Set(['accessory', ...accessoryCategories.map(toValue)])
  const isReplaceable = (word: string): boolean => !builtIn.has(word) && values.has(table.get(word) ?? 'accessory')
  const words = new Map<string, string>()
  const isFree = (word: string): boolean => !words.has(word) && isReplaceable(word)
  const named = categories.flatMap(({ name }) =>
    [name, toValue(name)].map((word): Entry => [fold(word), toValue(name)]),
  )
  addDistinct(words, named, isFree)
  addDistinct(
    words,
    categories.map(({ name, label }): Entry => [fold(label), toValue(name)]),
    isFree,
  )
  const varied = [...words].flatMap(([word, value]) => varyNumber(word).map((other): Entry => [other, value]))
  addDistinct(words, varied, (word) => !words.has(word) && !table.has(word))
  return new Map([...table, ...words])
}
