import type { UnknownWord } from '../../contract/explain.ts'
import { foldWord, listWords } from '../cells/words.ts'
import type { SheetSettings } from '../settings.ts'
import type { MappedRow } from '../types.ts'
import { findMostSimilar } from './findMostSimilar.ts'

const MAX_ROWS_PER_WORD = 10
const MAX_WORDS = 100
const unknownWordCodes: ReadonlySet<string> = new Set(['unknown_type', 'unknown_value'])

/** Unknown words of enumerations, most frequent first. @param fieldAt field of a cell such as `B12` */
export function findUnknownWords(
  rows: readonly MappedRow[],
  settings: SheetSettings,
  fieldAt: (row: MappedRow, cell: string) => string | undefined,
): UnknownWord[] {
  const wordsByKey = new Map<string, UnknownWord>()
  for (const row of rows)
    for (const { code, cell, raw } of row.errors) {
      const field = unknownWordCodes.has(code) ? fieldAt(row, cell) : undefined
      if (field === undefined) continue
      const text = raw.trim().replaceAll(/\s+/g, ' ')
      const key = `${field} ${foldWord(text)}`
      const word = wordsByKey.get(key) ?? describeWord(field, text, settings)
      wordsByKey.set(key, word)
      word.cells++
      if (word.rows.length < MAX_ROWS_PER_WORD) word.rows.push(row.row)
    }
  return [...wordsByKey.values()].toSorted((a, b) => b.cells - a.cells).slice(0, MAX_WORDS)
}

function describeWord(field: string, word: string, settings: SheetSettings): UnknownWord {
  const words = listWords(field, settings.values[field as keyof SheetSettings['values']])
  const nearest = words?.get(findMostSimilar(foldWord(word), words.keys()) ?? '')
  return { field, word, cells: 0, rows: [], ...(nearest !== undefined && { nearest }) }
}

/** Values of a field to choose from. Types without a category or kind come first. */
const listChoices = (field: string): string =>
  [...new Set(listWords(field)?.values())].toSorted((a, b) => Number(a.includes('/')) - Number(b.includes('/'))).join(', ')

/** Lines for kitroom.yaml. A word without a similar value gets CHOOSE, which the settings reject until replaced. */
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
