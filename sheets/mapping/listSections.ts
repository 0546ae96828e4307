import type { SheetSettings } from '../settings/settings.ts'
import type { MappedRow, SheetRow } from '../types.ts'
import { isFilled } from './cellKind.ts'
import type { KeyColumn } from './keys.ts'
import { readTitle, readTitleRow, type ListTitle } from './listTitles.ts'

export interface SectionTracker {
  heading: (row: SheetRow) => void
  /** Returns the meaning of the headings above an item. A row that reads like a title also starts a section. */
  item: (row: SheetRow) => ListTitle | undefined
}

/**
 * Tracks headings for gear that is gone. Each applies up to the next heading. If that one follows directly, it is a
 * subheading, and the first applies to the end of the table.
 * @param base meaning of the table's title or sheet's name
 */
export function createSectionTracker(base: ListTitle | undefined): SectionTracker {
  let current: { title: ListTitle; hasItems: boolean; extendsToEnd: boolean } | undefined
  const beginSection = (title: ListTitle): void => {
    current = { title, hasItems: false, extendsToEnd: false }
  }
  return {
    heading: (row) => {
      const title = readTitleRow(row)
      if (title) return beginSection(title)
      if (current && !current.hasItems) current.extendsToEnd = true
      else if (!current?.extendsToEnd) current = undefined
    },
    item: (row) => {
      const first = row.cells.find(isFilled)
      const title = first?.kind === 'text' && readTitle(first.text) ? readTitleRow(row) : undefined
      if (title) beginSection(title)
      else if (current) current.hasItems = true
      return current?.title ?? base
    },
  }
}

const advice = ({ says }: ListTitle): string =>
  says === 'gone'
    ? 'Set sold_lists: retire for this source to keep such items as retired, or sold_lists: read to read them like any others.'
    : 'Set sold_lists: read for this source to read it all the same.'

/** Refuses or retires a row under a title such as Sold, depending on the settings. A row that is already retired stays unchanged. */
export function applyListTitle(
  mapped: MappedRow,
  title: ListTitle,
  policy: SheetSettings['sold_lists'],
  { field, column }: KeyColumn,
): void {
  const { fields } = mapped
  if (policy === 'read' || (title.says === 'gone' && fields['status'] === 'retired')) return
  if (
    policy === 'retire' &&
    title.says === 'gone' &&
    fields['status'] === undefined &&
    !mapped.clears.includes('status')
  ) {
    fields['status'] = 'retired'
    for (const list of [mapped.blanks, mapped.emptied ?? []])
      if (list.includes('status')) list.splice(list.indexOf('status'), 1)
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
