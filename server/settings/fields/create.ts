import type { NewCustomField } from '../../../contract/settings/fields.ts'
import type { GearFieldRow } from '../../db/fieldRows.ts'
import { createError } from '../../errors.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { markDefinitionsChanged } from '../../resources/fields/changeDefinitions.ts'
import { toField } from '../../resources/fields/definitions.ts'
import { insertField, readFieldRows } from '../../resources/fields/store.ts'
import { toCreatedResult } from '../../resources/shared/writeResults.ts'
import { checkFieldLimits } from './limits.ts'

/** Defines a field. No record changes. @throws AppError field_name_taken, field_limit_reached */
export async function createAccountField({ write }: WriteContext, body: NewCustomField): Promise<WriteResult> {
  const rows = await readFieldRows(write.tx, write.account)
  if (rows.some(({ name }) => name === body.name)) throw createError('field_name_taken', { name: body.name })
  const row: GearFieldRow = {
    account_id: write.account,
    id: write.newId(),
    name: body.name,
    label: body.label,
    gear_type: body.gear_type ?? null,
    type: body.type,
    unit: body.unit ?? null,
    choices: body.choices ? JSON.stringify(body.choices) : null,
    is_unique: Number(body.unique),
    is_filterable: Number(body.filterable),
    help: body.help ?? null,
    state: 'active',
    cursor: '',
    actor: null,
    created_at: write.at,
    updated_at: write.at,
  }
  checkFieldLimits(rows, row)
  markDefinitionsChanged(write)
  insertField(write.tx, row)
  const field = toField(row)
  return toCreatedResult(field, JSON.stringify(field), '/settings/v1/fields')
}
