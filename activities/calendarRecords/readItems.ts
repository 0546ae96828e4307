import { ApiError } from '../../client/errors.ts'
import type { CalendarKind, CalendarRecord, RecordItem } from '../../calendars/kinds/kind.ts'
import { listGear, type Gear } from '../../contract/api/gear.ts'
import type { CalendarRow } from '../../state/calendars/calendarRows.ts'
import type { Api } from '../shared/api.ts'
import { formatGearName } from '../shared/formatGearName.ts'
import { readItemsById } from '../shared/readItem.ts'

export interface ItemsVersion {
  /** ETag of the list of gear; null if the API sends none. */
  etag: string | null
  /** False if no item has changed since the earlier reading. */
  hasChanged: boolean
}

/** Checks with one small request if any item has changed. @param etag of an earlier reading */
export async function readItemsVersion(api: Api, etag: string | undefined): Promise<ItemsVersion> {
  try {
    const { headers } = await api.call(
      listGear,
      { query: { limit: 1 } },
      etag === undefined ? {} : { ifNoneMatch: etag },
    )
    return { etag: headers['etag'] ?? null, hasChanged: true }
  } catch (error) {
    if (error instanceof ApiError && error.status === 304 && etag !== undefined) return { etag, hasChanged: false }
    throw error
  }
}

function toRecordItem(gear: Gear, stored: RecordItem | null | undefined): RecordItem {
  const [name, isRetired] = [formatGearName(gear), gear.status === 'retired']
  if (!stored) return { name, is_retired: isRetired, changed_at: null }
  const isSame = stored.name === name && stored.is_retired === isRetired
  return isSame ? stored : { name, is_retired: isRetired, changed_at: gear.updated_at }
}

type Records = ReadonlyMap<string, CalendarRecord | undefined>

/**
 * Adds to each record the item that its title names.
 * @param rows stored before @param canUseStored true if no item has changed since they were stored
 */
export async function addItems(
  api: Api,
  kind: CalendarKind,
  records: Records,
  rows: readonly CalendarRow[],
  canUseStored: boolean,
): Promise<Map<string, CalendarRecord | undefined>> {
  if (!kind.itemId) return new Map(records)
  const storedRecords = new Map(rows.map((row) => [row.id, JSON.parse(row.record) as CalendarRecord]))
  const knownItems = new Map([...storedRecords.values()].map((record) => [kind.itemId?.(record), record.item]))
  const idOf = (record: CalendarRecord): string => kind.itemId?.(record) ?? ''
  const ids = [...records.values()].flatMap((record) => (record ? idOf(record) : []))
  const isKnown = (id: string): boolean => canUseStored && Boolean(knownItems.get(id))
  const signal = new AbortController().signal
  const found = await readItemsById(api, new Set(ids.filter((id) => id !== '' && !isKnown(id))), signal)
  const toItem = (record: CalendarRecord): RecordItem | null => {
    const id = idOf(record)
    const gear = found.get(id)
    const before = storedRecords.get(record.id)
    if (!gear) return (isKnown(id) && knownItems.get(id)) || null
    return toRecordItem(gear, before && idOf(before) === id ? before.item : undefined)
  }
  return new Map([...records].map(([id, record]) => [id, record && { ...record, item: toItem(record) }]))
}
