import type { Database } from '../../../platform/sql/types.ts'
import { listMeteredItems, removeMeters } from '../../../state/maintenance/meters.ts'

const ITEMS_PER_WRITE = 100

/** Items with readings in the worker's state. Items of which no page is kept were deleted. */
export interface OpenMeterRows {
  keep(page: readonly { id: string }[]): void
  removeOthers(): Promise<void>
}

/** @param items limits the items; default: all */
export async function openMeterRows(state: Database, items?: readonly { id: string }[]): Promise<OpenMeterRows> {
  const others = new Set(items ? items.map(({ id }) => id) : await state.read(listMeteredItems))
  return {
    keep: (page) => {
      for (const { id } of page) others.delete(id)
    },
    removeOthers: async () => {
      const ids = [...others]
      for (let from = 0; from < ids.length; from += ITEMS_PER_WRITE)
        await state.write(async (tx) => {
          for (const id of ids.slice(from, from + ITEMS_PER_WRITE)) await removeMeters(tx, id)
        })
    },
  }
}
