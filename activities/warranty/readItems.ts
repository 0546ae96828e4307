import { listGear, type Gear } from '../../contract/gear.ts'
import type { Api } from '../api.ts'
import { forEachLimit } from '../concurrency.ts'
import { listAll } from '../listAll.ts'
import { readItem } from '../readItem.ts'
import type { Cover, Item } from './types.ts'

/** Above this many, the whole list is fewer requests. */
const ONE_BY_ONE = 400
const AT_ONCE = 4

const toItem = (gear: Gear): Item => ({ name: `${gear.brand} ${gear.model}`, assetTag: gear.asset_tag, serialNumber: gear.serial_number })

/** Reads the items that covers are about, by id. An item that is not there any more is left out. */
export async function readItems(api: Api, covers: readonly Cover[], signal: AbortSignal): Promise<Map<string, Item>> {
  const ids = new Set(covers.flatMap(({ gearId }) => gearId ?? []))
  const items = new Map<string, Item>()
  if (ids.size <= ONE_BY_ONE) {
    await forEachLimit([...ids], AT_ONCE, async (id) => {
      const gear = await readItem(api, id, signal)
      // One that was deleted just now took its documents with it.
      if (gear) items.set(id, toItem(gear))
    })
    return items
  }
  const all = await listAll('inventory', async (query) => {
    const { data, pagination } = (await api.call(listGear, { query }, { signal })).body
    return { data: data.map((gear) => ({ id: gear.id, item: toItem(gear) })), pagination }
  })
  for (const { id, item } of all) if (ids.has(id)) items.set(id, item)
  return items
}
