import type { SourceSettings } from '../settings.ts'
import type { MappedRow, SheetRow } from '../types.ts'
import { isFilled } from './cellKind.ts'
import type { KeyColumn } from './keys.ts'
import { readTitle, titleOfRow, type ListTitle } from './listTitles.ts'

/** Follows the headings of a table from row to row. */
export interface Sections {
  heading: (row: SheetRow) => void
  /** What the headings say of an item. A row of few cells that are all words of a title begins a section too. */
  item: (row: SheetRow) => ListTitle | undefined
}

/**
 * A heading that says that gear is gone holds to the next heading; where another heading follows at once, it holds to the end of the table.
 * @param base what the title of the table or the name of the sheet says.
 */
export function createSections(base: ListTitle | undefined): Sections {
  let current: { title: ListTitle; hasItems: boolean; isOpen: boolean } | undefined
  const begin = (title: ListTitle): void => {
    current = { title, hasItems: false, isOpen: false }
  }
  return {
    heading: (row) => {
      const title = titleOfRow(row)
      if (title) return begin(title)
      if (current && !current.hasItems) current.isOpen = true
      else if (!current?.isOpen) current = undefined
    },
    item: (row) => {
      const first = row.cells.find(isFilled)
      const title = first?.kind === 'text' && readTitle(first.text) ? titleOfRow(row) : undefined
      if (title) begin(title)
      else if (current) current.hasItems = true
      return current?.title ?? base
    },
  }
}

const advice = ({ says }: ListTitle): string =>
  says === 'gone'
    ? 'Set sold_lists: retire for this source to keep such items as retired, or sold_lists: read to read them like any others.'
    : 'Set sold_lists: read for this source to read it all the same.'

/** Refuses a row that stands under a title such as Sold, or retires its item, as the settings say. A row whose own status is retired needs neither. */
export function applyTitle(mapped: MappedRow, title: ListTitle, policy: SourceSettings['sold_lists'], { field, column }: KeyColumn): void {
  const { fields } = mapped
  if (policy === 'read' || (title.says === 'gone' && fields['status'] === 'retired')) return
  if (policy === 'retire' && title.says === 'gone' && fields['status'] === undefined && !mapped.clears.includes('status')) {
    fields['status'] = 'retired'
    for (const list of [mapped.blanks, mapped.emptied ?? []]) if (list.includes('status')) list.splice(list.indexOf('status'), 1)
    return
  }
  mapped.outcome = 'refused'
  mapped.errors.push({
    cell: `${column.letter}${mapped.row}`,
    code: 'not_on_hand',
    raw: mapped.raw?.[field] ?? mapped.key ?? '',
    message: `The row stands under "${title.text}", so its item is not on hand. ${advice(title)}`,
  })
}
