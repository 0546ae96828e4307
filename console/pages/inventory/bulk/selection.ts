import { useState } from 'react'
import type { NewBulkEdit } from '../../../../contract/control/controlBulkEdit.ts'
import type { Gear } from '../../../../contract/api/gear.ts'
import type { GearType } from '../../../../contract/api/gearFields.ts'
import { etagOf } from '../../../api/request.ts'
import type { InventorySearch } from '../search.ts'

interface SeenItem {
  type: GearType
  /** ETag of the version that the person saw. */
  etag: string
}

interface Chosen {
  /** Filters of the list if every match is chosen; undefined if single items are. */
  all: string | undefined
  items: ReadonlyMap<string, SeenItem>
  /** Matching items that were deselected. */
  except: ReadonlySet<string>
}

const NOTHING: Chosen = { all: undefined, items: new Map(), except: new Set() }

/** Items of a bulk edit in its request. */
type ChosenItems = Pick<NewBulkEdit, 'items' | 'filter' | 'except'>

export interface Selection {
  count: number
  isAll: boolean
  isSelected: (item: Gear) => boolean
  toggle: (item: Gear) => void
  selectAll: () => void
  clear: () => void
  /** Types of the chosen items; undefined for any. */
  types: readonly GearType[] | undefined
  toItems: () => ChosenItems
}

function toggleIn(chosen: Chosen, item: Gear): Chosen {
  if (chosen.all === undefined) {
    const items = new Map(chosen.items)
    if (!items.delete(item.id)) items.set(item.id, { type: item.gear_type, etag: etagOf(item) })
    return { ...chosen, items }
  }
  const except = new Set(chosen.except)
  if (!except.delete(item.id)) except.add(item.id)
  return { ...chosen, except }
}

/**
 * Converts all filters of the page, so that a new filter also limits the edit. The API refuses unknown values with a
 * message.
 */
function toFilter({ sort: _sort, ...filter }: InventorySearch): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/**
 * Selects items for a bulk edit. Single items stay selected when the filters change; a selection of all matches does
 * not.
 */
export function useSelection(search: InventorySearch, total: number): Selection {
  const [stored, setChosen] = useState(NOTHING)
  const filters = JSON.stringify(toFilter(search))
  const chosen = stored.all === undefined || stored.all === filters ? stored : NOTHING
  const { items, except } = chosen
  const isAll = chosen.all !== undefined
  const oneType = search.type === undefined ? undefined : [search.type as GearType]
  return {
    count: isAll ? Math.max(0, total - except.size) : items.size,
    isAll,
    isSelected: ({ id }) => (isAll ? !except.has(id) : items.has(id)),
    toggle: (item) => setChosen(toggleIn(chosen, item)),
    selectAll: () => setChosen({ ...NOTHING, all: filters }),
    clear: () => setChosen(NOTHING),
    types: isAll ? oneType : [...new Set([...items.values()].map(({ type }) => type))],
    toItems: () =>
      isAll
        ? { filter: toFilter(search), ...(except.size > 0 && { except: [...except] }) }
        : { items: [...items].map(([id, { etag }]) => ({ id, etag })) },
  }
}
