import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { gearListQuery } from '../../api/queries.ts'
import { useRights } from '../../api/session.ts'

const DEBOUNCE_MS = 250
const MAX_ITEMS = 200
const MAX_CHARACTERS = 200

/** Finds ids of items by a text, at most 200: a row that changes an item has its tag, but not its name. */
export function useItemsNamed(text: string): ReadonlySet<string> {
  const [searched] = useDebouncedValue(text.slice(0, MAX_CHARACTERS), DEBOUNCE_MS)
  const { can } = useRights()
  const { data } = useQuery({
    ...gearListQuery({ search: searched, limit: MAX_ITEMS }),
    queryKey: ['plan', 'items named', searched],
    enabled: searched !== '' && can('gear:read'),
  })
  return useMemo(() => new Set(data?.data.map(({ id }) => id)), [data])
}
