import { createCellReader } from '../cells/cellState.ts'
import { lookUpWord, listWords } from '../cells/words.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { ColumnTarget, MappedRow, ReadSection, Sheet, WordUsage } from '../types.ts'
import { findFieldKind } from '../vocabulary/fields.ts'
import { toColumnLetter } from '../vocabulary/columnLetters.ts'

const fieldOf = (target: ColumnTarget): string =>
  typeof target === 'string' ? target : (Object.values(target)[0] ?? '')

/** Lists the words in enumeration columns with their meaning, most frequent first. */
export function findWords(
  sheet: Sheet,
  read: ReadSection,
  mapped: Iterable<Pick<MappedRow, 'row' | 'outcome' | 'table'>>,
  settings: SheetSettings,
): Record<string, WordUsage[]> {
  const readCell = createCellReader(settings.clear_token)
  const items = new Set<number>()
  for (const { row, outcome, table } of mapped) if (outcome !== 'skipped' && table === undefined) items.add(row)
  const rows = sheet.rows.filter(({ row }) => items.has(row))
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
  const usedWords: Record<string, WordUsage[]> = {}
  for (let index = 0; index < width; index++) {
    const letter = toColumnLetter(index)
    const column = read.columns[letter]
    if (!column || findFieldKind(fieldOf(column.field)) !== 'word') continue
    const counts = new Map<string, number>()
    for (const { cells } of rows) {
      const cell = cells[index]
      const cellState = cell && readCell(cell)
      if (cellState?.state === 'value') counts.set(cellState.text.trim(), (counts.get(cellState.text.trim()) ?? 0) + 1)
    }
    usedWords[letter] = [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([word, cells]) => describeWords(word, cells, fieldOf(column.field), settings))
  }
  return usedWords
}

function describeWords(word: string, cells: number, field: string, settings: SheetSettings): WordUsage {
  const ownWords = settings.values[field as keyof SheetSettings['values']] ?? {}
  const value = lookUpWord(word, listWords(field, ownWords))
  if (value === undefined) return { word, cells }
  const isOwn =
    lookUpWord(word, listWords(field)) !== value ||
    Object.keys(ownWords).some((ownWord) => ownWord.trim().toLowerCase() === word.toLowerCase())
  return { word, cells, value, table: isOwn ? 'settings' : 'kitroom' }
}
