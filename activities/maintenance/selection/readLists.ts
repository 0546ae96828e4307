import { listGear, type Gear } from '../../../contract/api/gear.ts'
import { listMaintenance } from '../../../contract/api/maintenance.ts'
import { MAX_LIMIT } from '../../../contract/page.ts'
import type { Api } from '../../shared/api.ts'

/**
 * The newest items, and versions of the lists of gear and maintenance. Without ETags, a version never equals an earlier
 * one.
 */
export interface Lists {
  newest: readonly Gear[]
  total: number
  gearTag: string
  maintenanceTag: string
}

const NEVER_EQUAL = 'none'

const tagOf = (headers: Readonly<Record<string, string>>): string => headers['etag'] ?? NEVER_EQUAL

/** True if the lists certainly did not change. */
export const isSameTag = (tag: string, before: string): boolean => tag === before && tag !== NEVER_EQUAL

/** Reads a page of gear and one record of maintenance. */
export async function readLists(api: Api, signal: AbortSignal): Promise<Lists> {
  const maintenance = await api.call(listMaintenance, { query: { limit: 1, offset: 0 } }, { signal })
  const { body, headers } = await api.call(listGear, { query: { limit: MAX_LIMIT, offset: 0 } }, { signal })
  return {
    newest: body.data,
    total: body.pagination.total,
    gearTag: tagOf(headers),
    maintenanceTag: tagOf(maintenance.headers),
  }
}
