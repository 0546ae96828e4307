import type { ReadCell } from '../cells/cellState.ts'
import { readQuantity } from '../cells/quantity.ts'
import { SheetRefused, type SheetRow } from '../types.ts'
import type { FoundHeader } from './findHeader.ts'
import { columnLetter } from './letters.ts'
import type { HeaderMatch } from './matchHeader.ts'
import { quantityFillers, quantityWords, weakQuantityWords } from './quantityWords.ts'
import { squash, squashWords } from './squash.ts'

/** Target of a quantity column. */
export const QUANTITY = 'quantity'

const squashAll = (lists: readonly string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => list.split(', ').map(squash)))

const strong = squashAll(quantityWords)
const weak = squashAll(weakQuantityWords)
const fillers = squashAll(quantityFillers)

/** How clearly a header means a quantity: configured, its own word, a word among others, an ambiguous word. */
const CERTAINTY = ['named', 'word', 'phrase', 'weak'] as const
type Certainty = (typeof CERTAINTY)[number]

const isPhrase = (words: readonly string[]): boolean =>
  words.some((word) => strong.has(word)) && words.every((word) => strong.has(word) || fillers.has(word))

function certaintyOf(header: string, match: HeaderMatch | undefined): Certainty | undefined {
  if (match?.target === QUANTITY) return 'named'
  if (match && !match.weak) return undefined
  const base = header.replaceAll(/[([{][^)\]}]*[)\]}]/g, ' ')
  const word = squash(base) || squash(header)
  if (weak.has(word)) return 'weak'
  if (match) return undefined
  if (strong.has(word)) return 'word'
  return isPhrase(squashWords(base)) ? 'phrase' : undefined
}

const MAX_COUNT = 999

/** True for small whole numbers with one above 1. */
function countsItems(index: number, body: readonly SheetRow[], readCell: ReadCell): boolean {
  let highest = 0
  for (const { cells } of body) {
    const cell = cells[index]
    const read = cell && readCell(cell)
    if (!cell || read?.state !== 'value') continue
    const count = readQuantity(cell, read.text)
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

const describe = ({ index, header }: Candidate): string => `${columnLetter(index)} "${header}"`

/** Finds the quantity column. @returns its index, or -1 @throws SheetRefused duplicate_header for two equally clear columns */
export function findQuantityColumn(headerRow: SheetRow, { matches }: FoundHeader, body: readonly SheetRow[], readCell: ReadCell): number {
  const isNamed = (index: number): boolean => {
    const target = matches[index]?.target
    return matches.some((match, other) => other !== index && match?.target === target)
  }
  const candidates = headerRow.cells.flatMap((cell, index): Candidate[] => {
    const header = cell.text.trim().replaceAll(/\s+/g, ' ')
    const match = matches[index]
    const certainty = header === '' ? undefined : certaintyOf(header, match)
    if (certainty === undefined) return []
    // An ambiguous header such as "Nombre" is a quantity only beside a column that names the field.
    if (certainty === 'weak' && ((match && !isNamed(index)) || !countsItems(index, body, readCell))) return []
    return [{ index, header, certainty }]
  })
  const best = CERTAINTY.map((certainty) => candidates.filter((candidate) => candidate.certainty === certainty)).find(({ length }) => length > 0)
  const [first, second] = best ?? []
  if (first && second && (first.certainty === 'named' || first.certainty === 'word'))
    throw new SheetRefused(
      'duplicate_header',
      `Columns ${describe(first)} and ${describe(second)} both name ${QUANTITY}. Rename one, or set it to ignore under columns:.`,
    )
  return first?.index ?? -1
}
