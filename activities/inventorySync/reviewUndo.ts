import type { StoredRow } from '../../state/planRows.ts'
import type { Api } from '../api.ts'
import { describeRelated, readRelated } from './related.ts'
import type { Sent } from './sendRow.ts'

/**
 * Looks once more at an item that taking a run back would delete: a plan can wait for days, and a maintenance record or a document leaves the
 * item's own ETag as it was.
 * @returns what comes of the row when something hangs on the item now
 */
export async function reviewUndo(api: Api, row: StoredRow, signal: AbortSignal): Promise<Sent | undefined> {
  if (row.outcome !== 'delete' || row.gear_id === null) return undefined
  const detail = describeRelated(await readRelated(api, row.gear_id, signal))
  return detail === undefined ? undefined : { result: 'stale', gearId: null, error: { code: 'has_records', detail } }
}
