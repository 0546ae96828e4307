import type { UnknownWord } from '../../contract/control/explain.ts'
import { foldWord, listWords } from '../cells/words.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { MappedRow } from '../types.ts'
import { findMostSimilar } from '../vocabulary/findMostSimilar.ts'

const MAX_ROWS_PER_WORD = 10
const MAX_WORDS = 100
const unknownWordCodes: ReadonlySet<string> = new Set(['unknown_type', 'unknown_value'])

/** Collects unknown words of enumerations. */
export class UnknownWords {
  readonly #settings: SheetSettings
  readonly #byKey = new Map<string, UnknownWord>()

  constructor(settings: SheetSettings) {
    this.#settings = settings
  }

  /** @param fieldAt field of a cell such as `B12` */
  add({ row, errors }: Pick<MappedRow, 'row' | 'errors'>, fieldAt: (cell: string) => string | undefined): void {
    for (const { code, cell, raw } of errors) {
      const field = unknownWordCodes.has(code) ? fieldAt(cell) : undefined
      if (field === undefined) continue
      const text = raw.trim().replaceAll(/\s+/g, ' ')
      const key = `${field} ${foldWord(text)}`
      const word = this.#byKey.get(key) ?? describeWord(field, text, this.#settings)
      this.#byKey.set(key, word)
      word.cells++
      if (word.rows.length < MAX_ROWS_PER_WORD) word.rows.push(row)
    }
  }

  /** Most frequent first. */
  list(): UnknownWord[] {
    return [...this.#byKey.values()].toSorted((a, b) => b.cells - a.cells).slice(0, MAX_WORDS)
  }
}

function describeWord(field: string, word: string, settings: SheetSettings): UnknownWord {
  const words = listWords(field, settings.values[field as keyof SheetSettings['values']])
  const nearest = words?.get(findMostSimilar(foldWord(word), words.keys()) ?? '')
  return { field, word, cells: 0, rows: [], ...(nearest !== undefined && { nearest }) }
}

/** Lists values of a field to choose from. Types without a category or kind come first. */
const listChoices = (field: string): string =>
  [...new Set(listWords(field)?.values())]
    .toSorted((a, b) => Number(a.includes('/')) - Number(b.includes('/')))
    .join(', ')

/**
 * Formats lines for kitroom.yaml. A word without a similar value gets CHOOSE, which the settings reject until it is
 * replaced.
 */
export function formatValuesYaml(words: readonly UnknownWord[]): string {
  const byField = Map.groupBy(
    words.filter(({ field }) => field !== 'stabilized'),
    ({ field }) => field,
  )
  if (byField.size === 0) return ''
  const fields = [...byField].flatMap(([field, list]) => [
    `  ${field}: # ${listChoices(field)}`,
    ...list.map(({ word, nearest }) => `    ${JSON.stringify(word)}: ${nearest ?? 'CHOOSE'}`),
  ])
  return ['values:', ...fields].join('\n')
}
