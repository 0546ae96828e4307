import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { gearQuery } from '../../api/queries.ts'
import { useRights } from '../../api/session.ts'
import { describeRow, type Row } from './usePlan.ts'

/** A row that is scrolled past reads nothing. */
const SHOWN_MS = 300

function useIsShownForAMoment(): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])
  return isShown
}

/** What a row is about: brand and model of the row, else of its item, which is read once; else its key. */
export function useRowName(row: Row): string {
  const { gear_id: id = '', key } = row
  const named = describeRow(row)
  const isShown = useIsShownForAMoment()
  const { can } = useRights()
  const isUnnamed = id !== '' && named === (key ?? '')
  const { data: item } = useQuery({
    ...gearQuery(id),
    // A key of its own, since changes of the inventory are no reason to read names again.
    queryKey: ['plan', 'item', id],
    enabled: isShown && isUnnamed && can('gear:read'),
    staleTime: Infinity,
    retry: false,
  })
  return item ? `${item.brand} ${item.model}` : named
}
