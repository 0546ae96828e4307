import { useTexts } from '../../base/language.tsx'
import type { InventorySearch } from './search.ts'

/** Sort key of the API for each column that has one. */
export const sortKeys: Readonly<Record<string, string>> = {
  item: 'name',
  asset_tag: 'asset_tag',
  gear_type: 'type',
  status: 'status',
  condition: 'condition',
  storage_location: 'storage_location',
  serial_number: 'serial_number',
  replacement_value: 'replacement_value',
  purchase_price: 'purchase_price',
  purchase_date: 'purchase_date',
}

export type SortState = 'ascending' | 'descending' | 'none'

export function findSortState(column: string, sort: InventorySearch['sort']): SortState | undefined {
  const key = sortKeys[column]
  if (key === undefined) return undefined
  if (sort === key) return 'ascending'
  return sort === `-${key}` ? 'descending' : 'none'
}

interface SortHeaderProps {
  column: string
  label: string
  sort: InventorySearch['sort']
  onSort: (sort: string | undefined) => void
}

const ARROWS = { ascending: '↑', descending: '↓' }

/** Shows a column's name. If the API can sort by it, it is a button: ascending, descending, then newest first again. */
export function SortHeader({ column, label, sort, onSort }: SortHeaderProps) {
  const texts = useTexts().inventory
  const key = sortKeys[column]
  const state = findSortState(column, sort)
  if (key === undefined || state === undefined) return <span className="clip">{label}</span>
  const next = { none: key, ascending: `-${key}`, descending: undefined }[state]
  return (
    <button type="button" className="sort-button" title={texts.sortBy(label)} onClick={() => onSort(next)}>
      <span className="clip">{label}</span>
      {state !== 'none' && <span aria-hidden="true">{ARROWS[state]}</span>}
    </button>
  )
}
