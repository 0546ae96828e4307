import type { StoredRow } from '../../state/planRows.ts'
import type { Api } from '../api.ts'
import { describeRelated, readRelated } from './related.ts'
import type { Sent } from './sendRow.ts'

/**
 * Checks again whether an undo may delete an item. A plan can wait for days, and new records of an item do not change its ETag.
 * @returns the row's result when the item now has records
 */
export async function reviewUndo(api: Api, row: StoredRow, signal: AbortSignal): Promise<Sent | undefined> {
  if (row.outcome !== 'delete' || row.gear_id === null) return undefined
  const detail = describeRelated(await readRelated(api, row.gear_id, signal))
  return detail === undefined ? undefined : { result: 'stale', gearId: null, error: { code: 'has_records', detail } }
}
