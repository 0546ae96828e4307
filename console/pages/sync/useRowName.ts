import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { gearQuery } from '../../api/queries.ts'
import { useRights } from '../../api/session.ts'
import { describeRow, type Row } from './usePlan.ts'

/** Delay before reading, so that a row that only scrolls past reads nothing. */
const SHOWN_MS = 300

function useIsShownForAMoment(): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])
  return isShown
}

/** Describes the item of a row: brand and model from the row, else from the item, which is read once; else its key. */
export function useRowName(row: Row): string {
  const { gear_id: id = '', key } = row
  const named = describeRow(row)
  const isShown = useIsShownForAMoment()
  const { can } = useRights()
  const isUnnamed = id !== '' && row.outcome !== 'deleted_in_api' && named === (key ?? '')
  const { data: item } = useQuery({
    ...gearQuery(id),
    // The key is separate, since changes of the inventory need not read names again.
    queryKey: ['plan', 'item', id],
    enabled: isShown && isUnnamed && can('gear:read'),
    staleTime: Infinity,
    retry: false,
  })
  return item ? `${item.brand} ${item.model}` : named
}
