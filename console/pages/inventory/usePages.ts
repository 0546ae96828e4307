import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import type { Gear } from '../../../contract/api/gear.ts'
import { gearListQuery, type GearQuery } from '../../api/queries.ts'

const PAGE_ROWS = 100
/** Time for which memory keeps pages far from the screen. */
const FAR_PAGES_MS = 10_000

export interface GearPages {
  total: number | undefined
  error: Error | null
  isPending: boolean
  /** Returns the item of a row; undefined while its page loads. */
  item: (row: number) => Gear | undefined
  refetch: () => void
}

/**
 * Reads the pages of the list with the rows from `first` to `last`, and one page before and after them. It always reads
 * the first page, for the total.
 */
export function useGearPages(query: GearQuery, first: number, last: number): GearPages {
  const head = useQuery({
    ...gearListQuery({ ...query, limit: PAGE_ROWS, offset: 0 }),
    placeholderData: keepPreviousData,
  })
  const total = head.data?.pagination.total
  const firstPage = Math.max(1, Math.floor(first / PAGE_ROWS) - 1)
  const lastPage = Math.min(Math.floor(last / PAGE_ROWS) + 1, Math.ceil((total ?? 0) / PAGE_ROWS) - 1)
  const numbers = Array.from({ length: Math.max(0, lastPage - firstPage + 1) }, (_value, index) => firstPage + index)
  const pages = useQueries({
    queries: numbers.map((page) => ({
      ...gearListQuery({ ...query, limit: PAGE_ROWS, offset: page * PAGE_ROWS }),
      gcTime: FAR_PAGES_MS,
    })),
  })
  return {
    total,
    error: head.error ?? pages.find(({ error }) => error)?.error ?? null,
    isPending: head.isPending,
    refetch: () => void head.refetch(),
    item: (row) => {
      const page = Math.floor(row / PAGE_ROWS)
      const data = page === 0 ? head.data : pages[page - firstPage]?.data
      return data?.data[row % PAGE_ROWS]
    },
  }
}
