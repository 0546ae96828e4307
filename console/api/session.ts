import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import type { getSession, Session } from '../../contract/console.ts'
import type { KeyScope } from '../../contract/scopes.ts'
import { ApiProblem } from './problem.ts'
import { rememberEnd } from './sessionEnd.ts'
import { callSession } from './request.ts'

const SIGNED_IN = 'kitroom.signedIn'

/** The session of this browser; null when nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session | null> => {
    if (localStorage.getItem(SIGNED_IN) === null) return null
    try {
      return (await callSession<typeof getSession>('GET /session')).data
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) {
        localStorage.removeItem(SIGNED_IN)
        if (error.code === 'session_ended') rememberEnd(error)
        return null
      }
      throw error
    }
  },
  staleTime: 5 * 60_000,
})

/**
 * Shows another session, or none, and clears the cache of the previous one. At a first visit it does not ask the server
 * for a session.
 */
export function replaceSession(client: QueryClient, session: Session | null): void {
  if (session) localStorage.setItem(SIGNED_IN, '1')
  else localStorage.removeItem(SIGNED_IN)
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
  client.setQueryData(sessionQuery.queryKey, session)
}

export interface Rights {
  session: Session | null
  /** True if the session's API key has the scope. */
  can: (scope: KeyScope) => boolean
  /** True if the session has an owner key with the scope. */
  ownerCan: (scope: KeyScope) => boolean
}

/** Rights of the session's keys. The pages hide everything else. */
export function useRights(): Rights {
  const { data: session = null } = useQuery(sessionQuery)
  return {
    session,
    can: (scope) => session?.api_key.scopes.includes(scope) ?? false,
    ownerCan: (scope) => session?.owner_key?.scopes.includes(scope) ?? false,
  }
}
