import type { GearFieldRow } from '../../db/fieldRows.ts'
import { createError } from '../../errors.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import type { WriteContext } from '../../http/route.ts'
import { readFieldRows } from '../../resources/fields/store.ts'
import { createNotFoundError, etagOf } from '../../resources/shared/record.ts'

interface LoadedField {
  row: GearFieldRow
  /** All fields of the account. */
  rows: GearFieldRow[]
}

/**
 * Loads a field and checks If-Match.
 * @throws AppError not_found, precondition_failed; field_not_ready while it is being deleted
 */
export async function loadFieldForChange({ write, id, ifMatch }: WriteContext): Promise<LoadedField> {
  const rows = await readFieldRows(write.tx, write.account)
  const row = rows.find((one) => one.id === id)
  if (!row) throw createNotFoundError('field')
  checkIfMatch(ifMatch, etagOf(row))
  if (row.state === 'ending') throw createError('field_ending', { name: row.name })
  return { row, rows }
}
