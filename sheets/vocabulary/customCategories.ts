// Categories of accessories that the account has added. A process that reads one sheet gets them with its job.
import type { Category } from '../../contract/api/categories.ts'
import { accessoryCategories } from '../../contract/api/gearFields.ts'

export type NamedCategory = Pick<Category, 'name' | 'label'>

let defined: readonly NamedCategory[] = []

/** Makes the categories of the account known to this process. */
export function defineCategories(categories: readonly NamedCategory[]): void {
  defined = categories
}

/** Lists the categories of the account. The same list is the same object. */
export const listCustomCategories = (): readonly NamedCategory[] => defined

/** True for a built-in category, and for one that the account has added. */
export const isKnownCategory = (name: string): boolean =>
  (accessoryCategories as readonly string[]).includes(name) || defined.some((category) => category.name === name)

const MIN_STEM = 5

/** Adds and removes the endings of plurals: `mixer` and `mixers`, `Mischpult` and `Mischpulte`, `battery` and `batteries`. */
export function varyNumber(word: string): string[] {
  const plurals = ['s', 'es', 'e', 'n', 'en', 'er'].map((ending) => word + ending)
  const stems = ['s', 'es', 'e', 'n', 'en']
    .filter((ending) => word.endsWith(ending) && (ending.startsWith('s') || word.length - ending.length >= MIN_STEM))
    .map((ending) => word.slice(0, -ending.length))
  return [
    ...plurals,
    ...(word.endsWith('y') ? [`${word.slice(0, -1)}ies`] : []),
    ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
    ...stems,
  ]
}
