import type { RowQuestion } from '../../contract/control/questions.ts'
import { say, sayAll, type Said } from '../../contract/sentences/say.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { Cell, MappedRow, SheetRow } from '../types.ts'
import { isFilled } from './cellKind.ts'
import type { KeyColumn } from './keys.ts'
import { readPresence } from '../vocabulary/readPresence.ts'
import { MAX_TITLE_CELLS, readTitle, type ListTitle, type TitleReader } from './listTitles.ts'

export interface SectionTracker {
  heading: (row: SheetRow) => void
  /** Returns the meaning of the headings above an item. A row that reads like a title also starts a section. */
  item: (row: SheetRow) => ListTitle | undefined
}

/**
 * True for a row of few cells that begins with a text about where items are, without a number. Such a row is no item.
 */
function isTitleRow({ cells }: SheetRow): boolean {
  const filled: Cell[] = []
  for (const cell of cells) {
    if (!isFilled(cell)) continue
    if (filled.length === MAX_TITLE_CELLS) return false
    filled.push(cell)
  }
  const [first] = filled
  if (first?.kind !== 'text') return false
  if (readTitle(first.text)) return true
  return !/\d/.test(first.text) && ['gone', 'out'].includes(readPresence(first.text) ?? '')
}

/**
 * Tracks headings for gear that is gone. Each applies up to the next heading. If that one follows directly, it is a
 * subheading, and the first applies to the end of the table.
 * @param base meaning of the table's title or sheet's name
 */
export function createSectionTracker(base: ListTitle | undefined, reader: TitleReader): SectionTracker {
  let current: { title: ListTitle; hasItems: boolean; extendsToEnd: boolean } | undefined
  const beginSection = (title: ListTitle): void => {
    current = { title, hasItems: false, extendsToEnd: false }
  }
  return {
    heading: (row) => {
      const title = reader.row(row)
      if (title) return beginSection(title)
      if (current && !current.hasItems) current.extendsToEnd = true
      else if (!current?.extendsToEnd) current = undefined
    },
    item: (row) => {
      const title = isTitleRow(row) ? reader.row(row) : undefined
      if (title) beginSection(title)
      else if (current) current.hasItems = true
      return current?.title ?? base
    },
  }
}

const advise = ({ says }: ListTitle): Said => (says === 'gone' ? say('set_sold_lists') : say('set_wanted_lists'))

/** Sets a status that no cell of the row gives. @returns false if one does */
function setStatus(mapped: MappedRow, status: 'retired' | 'in_use'): boolean {
  if (mapped.fields['status'] !== undefined || mapped.clears.includes('status')) return false
  mapped.fields['status'] = status
  for (const list of [mapped.blanks, mapped.emptied ?? []])
    if (list.includes('status')) list.splice(list.indexOf('status'), 1)
  return true
}

/**
 * Refuses or retires a row under a title such as Sold, depending on the settings. A row that is already retired stays
 * unchanged.
 */
export function applyListTitle(
  mapped: MappedRow,
  title: ListTitle,
  policy: SheetSettings['sold_lists'],
  { field, column }: KeyColumn,
): void {
  if (title.says === 'asks') return
  if (title.says === 'out') return void setStatus(mapped, 'in_use')
  if (policy === 'read' || (title.says === 'gone' && mapped.fields['status'] === 'retired')) return
  if (policy === 'retire' && title.says === 'gone' && setStatus(mapped, 'retired')) return
  mapped.outcome = 'refused'
  mapped.errors.push({
    cell: `${column.letter}${mapped.row}`,
    code: 'not_on_hand',
    raw: mapped.raw?.[field] ?? mapped.key ?? '',
    ...sayAll(say('under_title', { title: title.text }), advise(title)),
  })
}

/**
 * Asks about a row under a title that may mean gone gear.
 * @param hasStatus true if the row gives a status of its own
 */
export function askAboutTitle(
  mapped: MappedRow,
  { text, says, suggests = 'gone' }: ListTitle,
  hasStatus: boolean,
  { field, column }: KeyColumn,
): RowQuestion[] {
  if (says !== 'asks' || (suggests === 'out' && hasStatus)) return []
  return [
    {
      cell: `${column.letter}${mapped.row}`,
      code: 'gone_list',
      raw: mapped.raw?.[field] ?? mapped.key ?? '',
      ...say('row_asks_about_title', { title: text }),
      about: text,
      suggests,
    },
  ]
}
