import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { getChanges, RecordVersions } from '../../contract/console.ts'
import { callSession } from '../api/request.ts'

/** TanStack Query pauses intervals of a hidden tab, and reads once when it is shown again. */
const POLL_MS = 3_000

/** Lists that are read again when records of a kind change, by the first part of their keys. */
const KEYS: Readonly<Record<Exclude<keyof RecordVersions, 'epoch'>, readonly string[]>> = {
  gear: ['gear', 'analytics', 'events', 'inventory'],
  shoots: ['shoots', 'analytics'],
  maintenance: ['maintenance', 'analytics', 'events'],
  documents: ['documents', 'analytics', 'events'],
  profile: ['profile'],
}

/** Keys of what has changed between two answers; undefined for everything, after a restore. */
function findStale(before: RecordVersions, now: RecordVersions): ReadonlySet<unknown> | undefined {
  if (before.epoch !== now.epoch) return undefined
  const names = Object.keys(KEYS) as (keyof typeof KEYS)[]
  return new Set(names.filter((name) => before[name] !== now[name]).flatMap((name) => KEYS[name]))
}

/** Reads the page's lists again within seconds of a change by anybody. The poll itself is answered 304 while nothing changes. */
export function useLiveChanges(): void {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['changes'],
    queryFn: async ({ signal }) => (await callSession<typeof getChanges>('GET /changes', {}, { isBackground: true, signal })).data,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
  const before = useRef(data)
  useEffect(() => {
    if (before.current && data) {
      const stale = findStale(before.current, data)
      const isStale = (key: unknown): boolean => (stale ? stale.has(key) : key !== 'session' && key !== 'changes')
      if (stale?.size !== 0) void client.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey[0]) })
    }
    before.current = data
  }, [data, client])
}
