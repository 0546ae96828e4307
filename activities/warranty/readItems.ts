import type { Gear } from '../../contract/api/gear.ts'
import type { Api } from '../shared/api.ts'
import type { FailedItem } from '../shared/forEachItem.ts'
import { readEachRecord } from '../shared/readEachRecord.ts'
import { createGearReaders, readItemsById } from '../shared/readItem.ts'
import type { Coverage, Item } from './types.ts'

const toItem = (gear: Gear): Item => ({
  gear,
  name: `${gear.brand} ${gear.model}`,
  assetTag: gear.asset_tag,
  serialNumber: gear.serial_number,
  isRetired: gear.status === 'retired',
})

const idsOf = (coverages: readonly Coverage[]): Set<string> => new Set(coverages.flatMap(({ gearId }) => gearId ?? []))
const toItems = (found: ReadonlyMap<string, Gear>): Map<string, Item> =>
  new Map([...found].map(([id, gear]) => [id, toItem(gear)]))

/** Reads the items of coverage, by id. A failed read does not stop the others. */
export async function readEachItem(
  api: Api,
  coverages: readonly Coverage[],
  signal: AbortSignal,
): Promise<{ items: Map<string, Item>; failed: FailedItem<string>[] }> {
  const { found, failed } = await readEachRecord({ api, signal }, idsOf(coverages), createGearReaders(api, signal))
  return { items: toItems(found), failed }
}

/** Reads the items of coverage, by id. Deleted items are left out; their documents are deleted too. */
export const readItems = async (
  api: Api,
  coverages: readonly Coverage[],
  signal: AbortSignal,
): Promise<Map<string, Item>> => toItems(await readItemsById(api, idsOf(coverages), signal))
