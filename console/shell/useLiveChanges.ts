import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { getChanges, RecordVersions } from '../../contract/console.ts'
import { callSession } from '../api/request.ts'
import { followChanges } from './followChanges.ts'

/** First parts of the keys of lists that are read again when records of a kind change. */
const KEYS: Readonly<Record<Exclude<keyof RecordVersions, 'epoch'>, readonly string[]>> = {
  gear: ['gear', 'fields', 'analytics', 'events', 'inventory'],
  shoots: ['shoots', 'analytics'],
  maintenance: ['maintenance', 'analytics', 'events'],
  documents: ['documents', 'analytics', 'events'],
  profile: ['profile'],
}

/** Finds the keys of changes between two responses; undefined for everything, after a restore. */
function findStale(before: RecordVersions, now: RecordVersions): ReadonlySet<unknown> | undefined {
  if (before.epoch !== now.epoch) return undefined
  const names = Object.keys(KEYS) as (keyof typeof KEYS)[]
  return new Set(names.filter((name) => before[name] !== now[name]).flatMap((name) => KEYS[name]))
}

/**
 * This is a query, so that an ended session shows the sign-in page. The browser repeats the ETag of the previous
 * response.
 */
const readVersions = (client: QueryClient, waitS: number, signal: AbortSignal): Promise<RecordVersions> =>
  client.fetchQuery({
    queryKey: ['changes', waitS],
    queryFn: async () =>
      (
        await callSession<typeof getChanges>(
          'GET /changes',
          { query: { wait_s: waitS } },
          { isBackground: true, signal },
        )
      ).data,
    staleTime: 0,
  })

/** Reads the page's lists again within seconds of any change. */
export function useLiveChanges(): void {
  const client = useQueryClient()
  useEffect(() => {
    let before: RecordVersions | undefined
    return followChanges({
      read: (waitS, signal) => readVersions(client, waitS, signal),
      onVersions(now) {
        const stale = before ? findStale(before, now) : new Set()
        before = now
        const isStale = (key: unknown): boolean => (stale ? stale.has(key) : key !== 'session' && key !== 'changes')
        if (stale?.size !== 0) void client.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey[0]) })
      },
    })
  }, [client])
}
