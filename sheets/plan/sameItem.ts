import { say } from '../../contract/sentences/say.ts'
import type { RowQuestion } from '../../contract/control/questions.ts'
import { foldText } from '../../platform/foldText.ts'
import { foldKey } from '../mapping/keys.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { MappedRow } from '../types.ts'
import type { Item, PlanContext } from './planContext.ts'

/** Answer of `same_item:` that a row is an item of its own. */
export const ANOTHER_ITEM = 'none'

export type SameItemAnswers = ReadonlyMap<string, string>

/** Answers by folded tag of the row: the tag or id of the item, or `none`. */
export const readSameItemAnswers = ({ same_item: answers = {} }: Pick<SheetSettings, 'same_item'>): SameItemAnswers =>
  new Map(Object.entries(answers).map(([tag, item]) => [foldKey(tag), item]))

const isSameText = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' && foldText(a.trim()) === foldText(b.trim())

/**
 * Finds the items that a new row may be under another tag: same serial number, brand and model, and no row of their
 * own.
 */
function findCandidates({ fields }: MappedRow, context: PlanContext): Item[] {
  const serial = fields['serial_number']
  if (context.input.items.size === 0 || context.key !== 'asset_tag' || typeof serial !== 'string') return []
  return context
    .itemsWithSerial(foldKey(serial))
    .filter(
      (item) =>
        isSameText(item.brand, fields['brand']) &&
        isSameText(item.model, fields['model']) &&
        !context.isInSheet(item.id) &&
        !context.input.ownedByOthers.has(item.id),
    )
}

/** Asks if a new row is an item that has another tag. */
export function askIfSameItem(row: MappedRow, context: PlanContext): RowQuestion[] {
  if (row.keyFold !== undefined && context.sameItem.has(row.keyFold)) return []
  const [item] = findCandidates(row, context)
  if (!item) return []
  context.askedItems.add(item.id)
  const name = item.asset_tag ?? item.id
  const note = context.faultAt(row, 'asset_tag', 'same_item', say('row_asks_about_item', { item: name }))
  return [{ ...note, code: 'same_item', message: note.message ?? '', about: row.key ?? '', item: name }]
}
