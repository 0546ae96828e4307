import type { Database } from '../../platform/sql/types.ts'
import { listMeterRows } from '../../state/maintenance/meters.ts'
import { decideUse, type SeenUse, type StoredUse, type UsePlan } from '../maintenance/use/decideUse.ts'
import { toStoredUse } from '../maintenance/use/storedUse.ts'
import type { FindLastCompletion } from '../maintenance/lastServiceDays.ts'

const ITEMS_PER_READ = 500

export interface MeteredItem {
  gear: { id: string }
  metered: Pick<SeenUse, 'plans' | 'readings'> | undefined
}

/** Computes the uses of items as the next daily run will store them. @param items sorted by id */
export async function readUses(
  state: Database,
  items: readonly MeteredItem[],
  plans: readonly UsePlan[],
  findCompletion: FindLastCompletion,
): Promise<Map<string, StoredUse>> {
  const uses = new Map<string, StoredUse>()
  const meteredItems = items.filter(({ metered }) => metered !== undefined)
  for (let from = 0; from < meteredItems.length; from += ITEMS_PER_READ) {
    const part = meteredItems.slice(from, from + ITEMS_PER_READ)
    const rows = await state.read((tx) => listMeterRows(tx, part[0]?.gear.id ?? '', part.at(-1)?.gear.id ?? ''))
    const findStored = toStoredUse(rows, plans)
    for (const { gear, metered } of part)
      if (metered)
        uses.set(
          gear.id,
          decideUse(findStored(gear.id), { ...metered, findCompletion: (type) => findCompletion(gear.id, type) }),
        )
  }
  return uses
}
