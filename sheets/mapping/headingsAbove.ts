import type { SheetRow } from '../types.ts'
import { isFilled } from './cellKind.ts'

/**
 * Texts above the header of a column: the heading of its group, as in a header of two lines, and the titles of the
 * list.
 */
export interface HeadingsAbove {
  group?: string
  titles: readonly string[]
}

/** A title has at most so many characters. */
const MAX_CHARACTERS = 80

/** Texts of a row, without those that a merged cell repeats. */
const textsOf = ({ cells }: SheetRow): string[] => [
  ...new Set(cells.filter((cell) => isFilled(cell) && cell.kind === 'text').map(({ text }) => text.trim())),
]

/**
 * Creates a reader of what stands above headers. A row with several texts directly above the header names groups of
 * columns: each from its cell to the next one.
 */
export function createHeadingReader(headerRow: SheetRow, above: readonly SheetRow[]): (index: number) => HeadingsAbove {
  const groupRow = above.find(({ row }) => row === headerRow.row - 1)
  const groups = groupRow && textsOf(groupRow).length > 1 ? groupRow : undefined
  const titles = above
    .filter((row) => row !== groups && textsOf(row).length === 1)
    .flatMap(textsOf)
    .filter((text) => text.length <= MAX_CHARACTERS)
  return (index) => {
    const cell = groups?.cells.slice(0, index + 1).findLast(isFilled)
    return cell === undefined ? { titles } : { group: cell.text.trim(), titles }
  }
}
