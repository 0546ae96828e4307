import { flattenFields } from '../../contract/api/fieldKeys.ts'
import type { BulkEditFilter } from '../../contract/control/bulkEdit.ts'
import { listGear, type Gear } from '../../contract/api/gear.ts'
import type { Api } from './api.ts'
import { itemName, listItemNames } from '../../sheets/plan/recordNames.ts'
import type { Records } from '../../sheets/records.ts'
import { readItemsById } from './readItem.ts'
import { readAllRecords, type ReadPage } from './listAll.ts'

type OnProgress = (done: number, total: number) => void

const createPageReader =
  (api: Api, signal: AbortSignal, filter: BulkEditFilter = {}): ReadPage<Gear> =>
  async (query) =>
    (await api.call(listGear, { query: { ...filter, ...query } }, { signal })).body

/**
 * Reads every gear item once, into records with the names of `listItemNames`. Own fields stand beside the others.
 * @param createRecords called for each pass over the list
 * @param filter default: every item
 * @throws ApplicationFailure (retryable) when the list keeps changing: a plan from a partial list could create an item
 * twice
 */
export async function readAllGear(
  api: Api,
  signal: AbortSignal,
  createRecords: () => Records<Gear>,
  onProgress?: OnProgress,
  filter?: BulkEditFilter,
): Promise<Records<Gear>> {
  const createPass = () => {
    const records = createRecords()
    const add = (item: Gear): void => {
      if (!records.has(itemName.id(item.id))) records.add(flattenFields(item), listItemNames(item))
    }
    return {
      records,
      add,
      get size() {
        return records.size
      },
    }
  }
  return (await readAllRecords('inventory', createPageReader(api, signal, filter), createPass, onProgress)).records
}

/** Reads items by id, into records with the names of `listItemNames`. Missing items are left out. */
export async function readGearById(
  api: Api,
  ids: ReadonlySet<string>,
  signal: AbortSignal,
  records: Records<Gear>,
): Promise<Records<Gear>> {
  for (const item of (await readItemsById(api, ids, signal)).values())
    records.add(flattenFields(item), listItemNames(item))
  return records
}
