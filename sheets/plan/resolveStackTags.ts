import { foldKey } from '../mapping/keys.ts'
import { toUnitTag } from '../mapping/expandStacks.ts'
import type { Binding, MappedRow } from '../types.ts'
import type { PlanContext } from './planContext.ts'

const withTag = (row: MappedRow, tag: string): MappedRow =>
  row.key === tag ? row : { ...row, key: tag, keyFold: foldKey(tag), fields: { ...row.fields, asset_tag: tag }, raw: { ...row.raw, asset_tag: tag } }

/**
 * Decides whether the first item of a stack has the tag `X` or `X-1`. A bound tag stays when the quantity changes, because its sticker is already
 * on the item.
 */
export function resolveStackTags(rows: readonly MappedRow[], context: PlanContext): MappedRow[] {
  if (context.key !== 'asset_tag' || !rows.some(({ stack }) => stack)) return [...rows]
  const sheetKeys = new Set(rows.map(({ keyFold }) => keyFold))
  return rows.map((row) => {
    // A refused row needs its tag, by which `findUnitsOfRefusedRows` finds its items.
    if (row.stack?.unit !== 1 || row.outcome === 'refused') return row
    const { tag, of } = row.stack
    const [plainRow, numberedRow] = [withTag(row, tag), withTag(row, toUnitTag(tag, 1))]
    const otherForm = row.keyFold === plainRow.keyFold ? numberedRow : plainRow
    if (row.key !== otherForm.key && sheetKeys.has(otherForm.keyFold)) return row
    if (context.bindingOf(plainRow)) return plainRow
    if (context.bindingOf(numberedRow)) return numberedRow
    return of > 1 && context.unboundWith(plainRow.keyFold ?? '').length > 0 ? plainRow : row
  })
}

const NUMBERED = /^(.+)-\d+$/

/**
 * Items `X-1`, `X-2` … of a refused row `X`. All of them count as present, because the row may still refer to any of them.
 * @param refused folded keys
 */
export function findUnitsOfRefusedRows(refused: ReadonlySet<string>, bindings: readonly Pick<Binding, 'keyFold' | 'gearId'>[]): Set<string> {
  if (refused.size === 0) return new Set()
  return new Set(bindings.filter(({ keyFold }) => refused.has(NUMBERED.exec(keyFold)?.[1] ?? '')).map(({ gearId }) => gearId))
}

/** Folded keys of rows that were refused before the comparison. */
export const collectRefusedKeys = (rows: readonly MappedRow[]): Set<string> =>
  new Set(rows.flatMap(({ outcome, keyFold }) => (outcome === 'refused' && keyFold !== undefined ? [keyFold] : [])))
