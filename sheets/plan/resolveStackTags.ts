import { foldKey } from '../mapping/keys.ts'
import { toUnitTag } from '../mapping/expandStacks.ts'
import type { Binding, MappedRow } from '../types.ts'
import type { PlanContext } from './planContext.ts'

const withTag = (row: MappedRow, tag: string): MappedRow =>
  row.key === tag
    ? row
    : {
        ...row,
        key: tag,
        keyFold: foldKey(tag),
        fields: { ...row.fields, asset_tag: tag },
        raw: { ...row.raw, asset_tag: tag },
      }

/**
 * Decides if the first item of a stack gets the tag `X` or `X-1`. A bound tag stays when the quantity changes, because
 * its sticker is already on the item.
 * @param sheetKeys folded keys of all rows
 */
export function resolveStackTag(
  row: MappedRow,
  sheetKeys: ReadonlySet<string | undefined>,
  context: PlanContext,
): MappedRow {
  // `isUnitOfRefusedRow` finds the items of a refused row by its tag, so the tag stays.
  if (context.key !== 'asset_tag' || row.stack?.unit !== 1 || row.outcome === 'refused') return row
  const { tag, of } = row.stack
  const [plainRow, numberedRow] = [withTag(row, tag), withTag(row, toUnitTag(tag, 1))]
  const otherForm = row.keyFold === plainRow.keyFold ? numberedRow : plainRow
  if (row.key !== otherForm.key && sheetKeys.has(otherForm.keyFold)) return row
  if (context.bindingOf(plainRow)) return plainRow
  if (context.bindingOf(numberedRow)) return numberedRow
  return of > 1 && context.unboundWith(plainRow.keyFold ?? '').length > 0 ? plainRow : row
}

const NUMBERED = /^(.+)-\d+$/

/**
 * True for the binding of an item `X-1`, `X-2` … of a refused row `X`. Each counts as present, because the row may
 * still refer to it.
 * @param refused folded keys
 */
export const isUnitOfRefusedRow = ({ keyFold }: Pick<Binding, 'keyFold'>, refused: ReadonlySet<string>): boolean =>
  refused.size > 0 && refused.has(NUMBERED.exec(keyFold)?.[1] ?? '')
