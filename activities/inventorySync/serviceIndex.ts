import { listMaintenance, type Maintenance } from '../../contract/api/maintenance.ts'
import { foldText } from '../../platform/foldText.ts'
import { memoize } from '../../platform/memoize.ts'
import type { ServiceRecord } from '../../sheets/plan/planInput.ts'
import type { TableSections } from '../../sheets/types.ts'
import { isServiceFact } from '../../sheets/vocabulary/serviceHeaders.ts'
import type { Api } from '../shared/api.ts'
import { visitAllRecords } from '../shared/walkList.ts'

const MAX_REMEMBERED_TYPES = 1000

/** True if a table of the sheet has a column about service. */
export const hasServiceColumns = ({ mapping }: TableSections): boolean =>
  mapping.tables.some(({ columns }) => columns.some(({ field }) => typeof field === 'string' && isServiceFact(field)))

/** Reads the maintenance records of all items, and returns those of an item. */
export async function readServices(
  api: Api,
  signal: AbortSignal,
): Promise<(gearId: string) => readonly ServiceRecord[]> {
  const fold = memoize(foldText, MAX_REMEMBERED_TYPES)
  const byItem = new Map<string, ServiceRecord[]>()
  await visitAllRecords<Maintenance>(
    'maintenance',
    async (query) => (await api.call(listMaintenance, { query }, { signal })).body,
    async (records) => {
      for (const { id, item_id: item, service_type: type, service_date: date, status, updated_at } of records) {
        const known = byItem.get(item) ?? []
        known.push({ id, type: fold(type), date, status, updated_at })
        byItem.set(item, known)
      }
    },
  )
  return (gearId) => byItem.get(gearId) ?? []
}
