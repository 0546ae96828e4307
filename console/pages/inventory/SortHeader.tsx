import { useTexts } from '../../base/language.tsx'
import type { InventorySearch } from './search.ts'

export type SortState = 'ascending' | 'descending' | 'none'

/** @param key sort key of a column; undefined if the API cannot sort by it */
export function findSortState(key: string | undefined, sort: InventorySearch['sort']): SortState | undefined {
  if (key === undefined) return undefined
  if (sort === key) return 'ascending'
  return sort === `-${key}` ? 'descending' : 'none'
}

interface SortHeaderProps {
  /** Undefined if the API cannot sort by the column. */
  sortKey: string | undefined
  label: string
  sort: InventorySearch['sort']
  onSort: (sort: string | undefined) => void
}

const ARROWS = { ascending: '↑', descending: '↓' }

/** Shows a column's name. If the API can sort by it, it is a button: ascending, descending, then newest first again. */
export function SortHeader({ sortKey: key, label, sort, onSort }: SortHeaderProps) {
  const texts = useTexts().inventory
  const state = findSortState(key, sort)
  if (key === undefined || state === undefined)
    return (
      <span className="clip" dir="auto">
        {label}
      </span>
    )
  const next = { none: key, ascending: `-${key}`, descending: undefined }[state]
  return (
    <button type="button" className="sort-button" title={texts.sortBy(label)} onClick={() => onSort(next)}>
      <span className="clip" dir="auto">
        {label}
      </span>
      {state !== 'none' && <span aria-hidden="true">{ARROWS[state]}</span>}
    </button>
  )
}
