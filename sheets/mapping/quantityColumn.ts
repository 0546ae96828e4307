import type { ReadCell } from '../cells/cellState.ts'
import { parseQuantity } from '../cells/quantity.ts'
import type { SheetRow } from '../types.ts'
import { refuseTwice } from './refuseTwice.ts'
import type { FoundHeader } from './findHeader.ts'
import { toColumnLetter } from '../vocabulary/columnLetters.ts'
import type { HeaderMatch } from './matchHeader.ts'
import { quantityFillerWords, quantityWords, ambiguousQuantityWords } from '../vocabulary/quantityWords.ts'
import { toLookupKey, toLookupKeys, toLookupWords } from '../vocabulary/lookupKey.ts'

/** Target of a quantity column. */
export const QUANTITY = 'quantity'

const quantityTerms = toLookupKeys(quantityWords)
const weakTerms = toLookupKeys(ambiguousQuantityWords)
const fillerTerms = toLookupKeys(quantityFillerWords)

/**
 * Degrees of certainty that a header means a quantity: configured, a quantity word, such a word among others, an
 * ambiguous word. Most certain first.
 */
const CERTAINTIES = ['named', 'word', 'phrase', 'weak'] as const
type Certainty = (typeof CERTAINTIES)[number]

const isPhrase = (words: readonly string[]): boolean =>
  words.some((word) => quantityTerms.has(word)) &&
  words.every((word) => quantityTerms.has(word) || fillerTerms.has(word))

function certaintyOf(header: string, match: HeaderMatch | undefined): Certainty | undefined {
  if (match?.target === QUANTITY) return 'named'
  if (match && !match.weak) return undefined
  const base = header.replaceAll(/[([{][^)\]}]{0,200}[)\]}]/g, ' ')
  const word = toLookupKey(base) || toLookupKey(header)
  if (weakTerms.has(word)) return 'weak'
  if (match) return undefined
  if (quantityTerms.has(word)) return 'word'
  return isPhrase(toLookupWords(base)) ? 'phrase' : undefined
}

const MAX_COUNT = 999

/** True if a column has small whole numbers and at least one is above 1. */
function countsItems(index: number, body: readonly SheetRow[], readCell: ReadCell): boolean {
  let highest = 0
  for (const { cells } of body) {
    const cell = cells[index]
    const cellState = cell && readCell(cell)
    if (!cell || cellState?.state !== 'value') continue
    const count = parseQuantity(cell, cellState.text)
    if (count === undefined || count > MAX_COUNT) return false
    highest = Math.max(highest, count)
  }
  return highest > 1
}

interface Candidate {
  index: number
  header: string
  certainty: Certainty
}

/**
 * Finds the quantity column.
 * @returns its index, or -1
 * @throws SheetRefused duplicate_header for two equally clear columns
 */
export function findQuantityColumn(
  headerRow: SheetRow,
  { matches }: FoundHeader,
  body: readonly SheetRow[],
  readCell: ReadCell,
): number {
  const hasOtherColumn = (index: number): boolean => {
    const target = matches[index]?.target
    return matches.some((match, other) => other !== index && match?.target === target)
  }
  const candidates = headerRow.cells.flatMap((cell, index): Candidate[] => {
    const header = cell.text.trim().replaceAll(/\s+/g, ' ')
    const match = matches[index]
    const certainty = header === '' ? undefined : certaintyOf(header, match)
    if (certainty === undefined) return []
    // "Nombre" can mean a name or a number. Such a header means a quantity only if another column has the field that it
    // could mean.
    if (certainty === 'weak' && ((match && !hasOtherColumn(index)) || !countsItems(index, body, readCell))) return []
    return [{ index, header, certainty }]
  })
  const best = CERTAINTIES.map((certainty) => candidates.filter((candidate) => candidate.certainty === certainty)).find(
    ({ length }) => length > 0,
  )
  const [first, second] = best ?? []
  if (first && second && (first.certainty === 'named' || first.certainty === 'word'))
    throw refuseTwice(
      { letter: toColumnLetter(first.index), header: first.header },
      { letter: toColumnLetter(second.index), header: second.header },
      QUANTITY,
    )
  return first?.index ?? -1
}
