import type { Gear } from '../../contract/gear.ts'
import type { Api } from '../api.ts'
import type { FailedItem } from '../eachItem.ts'
import { readEach } from '../readEach.ts'
import { gearReaders, readGear } from '../readItem.ts'
import type { Cover, Item } from './types.ts'

const toItem = (gear: Gear): Item => ({
  name: `${gear.brand} ${gear.model}`,
  assetTag: gear.asset_tag,
  serialNumber: gear.serial_number,
  isRetired: gear.status === 'retired',
})

/** Reads the items that covers are about, by id. One that cannot be read keeps no other from being read. */
export async function readEachItem(
  api: Api,
  covers: readonly Cover[],
  signal: AbortSignal,
): Promise<{ items: Map<string, Item>; failed: FailedItem<string>[] }> {
  const ids = new Set(covers.flatMap(({ gearId }) => gearId ?? []))
  const { found, failed } = await readEach({ api, signal }, ids, gearReaders(api, signal))
  return { items: new Map([...found].map(([id, gear]) => [id, toItem(gear)])), failed }
}

/** Reads the items that covers are about, by id. One that was deleted just now took its documents with it and is left out. */
export async function readItems(api: Api, covers: readonly Cover[], signal: AbortSignal): Promise<Map<string, Item>> {
  const ids = new Set(covers.flatMap(({ gearId }) => gearId ?? []))
  return new Map([...(await readGear(api, ids, signal))].map(([id, gear]) => [id, toItem(gear)]))
}
