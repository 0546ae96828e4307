import { say, sayAll } from '../../contract/sentences/say.ts'
import type { CellNote } from '../../contract/control/control.ts'
import { codeFields } from '../cells/identity.ts'
import { foldKey } from '../mapping/keys.ts'
import type { MappedRow } from '../types.ts'
import type { Item, PlanContext } from './planContext.ts'

/** Tells where the setting is named that accepts such values. */
const SETTING = say('set_identifiers')

/** True for a row whose key is words that no item of the account has. */
export const hasDoubtfulKey = (row: MappedRow, context: PlanContext): boolean =>
  row.doubtful?.includes(context.key) === true &&
  context.bindingOf(row) === undefined &&
  (row.keyFold === undefined || context.unboundWith(row.keyFold).length === 0)

/**
 * Removes words in place of numbers, unless the row's item has them already.
 * @returns the row, and the fault of its key
 */
export function resolveDoubtful(
  row: MappedRow,
  item: Item | undefined,
  context: PlanContext,
): { row: MappedRow; errors: CellNote[] } {
  if (row.doubtful === undefined) return { row, errors: [] }
  const isStored = (field: string): boolean => {
    const [stored, value] = [item?.[field], row.fields[field]]
    return typeof stored === 'string' && typeof value === 'string' && foldKey(stored) === foldKey(value)
  }
  const doubtful = (row.doubtful ?? []).filter((field) => field !== context.key && !isStored(field))
  const dropped = doubtful.filter((field) => codeFields.has(field))
  const errors = doubtful
    .filter((field) => !codeFields.has(field))
    .map((field) => context.faultAt(row, field, 'unknown_value', say('hardly_of_field', { field })))
  if (hasDoubtfulKey(row, context))
    errors.push(
      context.faultAt(
        row,
        context.key,
        'row_without_key',
        sayAll(say('key_in_words', { field: context.key }), SETTING),
      ),
    )
  if (dropped.length === 0) return { row, errors }
  const fields = { ...row.fields }
  for (const field of dropped) delete fields[field]
  const warnings = dropped.map((field) =>
    context.faultAt(row, field, 'no_identifier', sayAll(say('identifier_in_words', { field }), SETTING)),
  )
  return {
    row: { ...row, fields, blanks: [...row.blanks, ...dropped], warnings: [...row.warnings, ...warnings] },
    errors,
  }
}
