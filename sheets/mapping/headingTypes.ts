// A heading such as "Lenses" names the type of the rows below it.
import type { ReadCell } from '../cells/cellState.ts'
import { lookUpType, lookUpWord } from '../cells/words.ts'
import type { Cell, SheetRow } from '../types.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'
import { isFilled } from './cellKind.ts'
import type { RowClass } from './classifyRow.ts'

type Words = ReadonlyMap<string, string> | undefined

/** Words that name a place as often as a type: gear in the case, the bag or the storage. */
const places: ReadonlySet<string> = new Set(
  'storage, case, flight case, bag, backpack, koffer, tasche, rucksack, sac, valise, mallette, bolsa, mochila, maleta, tas, borsa, torba'
    .split(', ')
    .map(toLookupKey),
)

/** More than a heading has. A search in a long text would begin anew at each blank. */
const MAX_CHARACTERS = 100

const COUNT = /\s*[([]\s*\d+[^)\]]*[)\]]\s*$/

/** Reads a type such as `lens` or `accessory/tripod`, also from a heading in two languages. */
function readHeadingType(text: string, words: Words): string | undefined {
  const name = text.replace(COUNT, '')
  if (places.has(toLookupKey(name))) return undefined
  const whole = lookUpWord(name, words)
  if (whole !== undefined) return whole
  const parts = name.split(/\s*[/|]\s*|\s+[-–]\s+/)
  const types = new Set(parts.map((part) => lookUpWord(part, words)))
  return types.size === 1 ? [...types][0] : undefined
}

const cellOf = (row: SheetRow, index: number): Cell | undefined => (row.cellAt ? row.cellAt(index) : row.cells[index])

const toType = (word: string | undefined): string | undefined => word?.split('/')[0]

function readHeading({ cells }: SheetRow, words: Words): string | undefined {
  const [cell, other] = cells.filter(isFilled)
  if (cell?.kind !== 'text' || other || cell.text.length > MAX_CHARACTERS) return undefined
  return readHeadingType(cell.text, words)
}

/**
 * Finds the types of rows whose type is blank. A heading counts up to the next row that is no item, and only if items
 * follow it directly, perhaps below a repeated header. Rows of another type show that it names something else.
 * @param typeColumn index; -1 without such a column
 * @returns types by the index of the row
 */
export function findHeadingTypes(
  rows: readonly SheetRow[],
  classes: readonly (RowClass | 'repeated_header')[],
  typeColumn: number,
  words: Words,
  readCell: ReadCell,
): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  for (const [index, row] of rows.entries()) {
    const heading = classes[index] === 'group_row' ? readHeading(row, words) : undefined
    if (heading === undefined) continue
    const first = classes[index + 1] === 'repeated_header' ? index + 2 : index + 1
    const blank: number[] = []
    let isOfOneType = true
    for (let at = first; classes[at] === 'item'; at++) {
      const item = rows[at]
      const cell = item && cellOf(item, typeColumn)
      const { state, text } = cell ? readCell(cell) : { state: 'blank', text: '' }
      if (state === 'blank' || state === 'token') blank.push(at)
      else if (state !== 'value' || toType(lookUpType(text, words)) !== toType(heading)) isOfOneType = false
    }
    if (isOfOneType) for (const at of blank) found.set(at, heading)
  }
  return found
}
