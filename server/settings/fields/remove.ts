import { createError } from '../../errors.ts'
import type { ServerWriteContext, WriteResult } from '../../http/route.ts'
import type { EndingActor } from '../../db/fieldRows.ts'
import { markDefinitionsChanged } from '../../resources/fields/changeDefinitions.ts'
import { toFieldCounter } from '../../resources/fields/itemValues.ts'
import { removeField, removeFieldValues, storeField } from '../../resources/fields/store.ts'
import { toDeletedResult } from '../../resources/shared/writeResults.ts'
import { loadFieldForChange } from './loadField.ts'

/**
 * Deletes a field. With values it is ending: it cannot be written any more, and its values go in the background.
 * @throws AppError field_in_use if items have values and the query does not discard them
 */
export async function removeAccountField(context: ServerWriteContext): Promise<WriteResult> {
  const { write, query, requestId } = context
  const { row } = await loadFieldForChange(context)
  const items = write.state.counters[toFieldCounter(row.name)] ?? 0
  if (items > 0 && query['values'] !== 'discard')
    throw createError('field_has_values', { name: row.name, items_count: items })
  markDefinitionsChanged(write)
  write.fieldsChanged = true
  const actor: EndingActor = { ...write.actor, requestId }
  if (items > 0) storeField(write.tx, { ...row, state: 'ending', cursor: '', actor: JSON.stringify(actor) })
  else {
    removeFieldValues(write.tx, write.account, row.name)
    removeField(write.tx, write.account, row.id)
  }
  return toDeletedResult(row, { items })
}
