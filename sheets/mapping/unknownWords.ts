import type { UnknownWord } from '../../contract/explain.ts'
import { foldWord, wordsOf } from '../cells/words.ts'
import type { SheetSettings } from '../settings.ts'
import type { MappedRow } from '../types.ts'
import { findNearest } from './nearest.ts'

const MAX_ROWS_NAMED = 10
const MAX_WORDS = 100
const codes: ReadonlySet<string> = new Set(['unknown_type', 'unknown_value'])

/** Unknown words of enumerations, most frequent first. @param fieldAt field of a cell such as `B12` */
export function findUnknownWords(
  rows: readonly MappedRow[],
  settings: SheetSettings,
  fieldAt: (row: MappedRow, cell: string) => string | undefined,
): UnknownWord[] {
  const found = new Map<string, UnknownWord>()
  for (const row of rows)
    for (const { code, cell, raw } of row.errors) {
      const field = codes.has(code) ? fieldAt(row, cell) : undefined
      if (field === undefined) continue
      const text = raw.trim().replaceAll(/\s+/g, ' ')
      const key = `${field} ${foldWord(text)}`
      const word = found.get(key) ?? describe(field, text, settings)
      found.set(key, word)
      word.cells++
      if (word.rows.length < MAX_ROWS_NAMED) word.rows.push(row.row)
    }
  return [...found.values()].toSorted((a, b) => b.cells - a.cells).slice(0, MAX_WORDS)
}

function describe(field: string, word: string, settings: SheetSettings): UnknownWord {
  const words = wordsOf(field, settings.values[field as keyof SheetSettings['values']])
  const nearest = words?.get(findNearest(foldWord(word), words.keys()) ?? '')
  return { field, word, cells: 0, rows: [], ...(nearest !== undefined && { nearest }) }
}

/** Values to choose from, plain types first. */
const choices = (field: string): string =>
  [...new Set(wordsOf(field)?.values())].toSorted((a, b) => Number(a.includes('/')) - Number(b.includes('/'))).join(', ')

/** Lines for kitroom.yaml. A word without a similar value gets CHOOSE, which the settings reject until replaced. */
export function valuesBlock(words: readonly UnknownWord[]): string {
  const byField = Map.groupBy(
    words.filter(({ field }) => field !== 'stabilized'),
    ({ field }) => field,
  )
  if (byField.size === 0) return ''
  const fields = [...byField].flatMap(([field, list]) => [
    `  ${field}: # ${choices(field)}`,
    ...list.map(({ word, nearest }) => `    ${JSON.stringify(word)}: ${nearest ?? 'CHOOSE'}`),
  ])
  return ['values:', ...fields].join('\n')
}
