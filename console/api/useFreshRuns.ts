import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { SourceInfo } from '../../contract/control/control.ts'

/**
 * Reads runs and problems again if the last run of a source has changed, because the list of sources is polled more
 * often.
 */
export function useFreshRuns(sources: readonly SourceInfo[] | undefined): void {
  const client = useQueryClient()
  const runs = sources && JSON.stringify(sources.map(({ last_run: run }) => run && [run.run_id, run.status]))
  const before = useRef(runs)
  useEffect(() => {
    const isChanged = before.current !== undefined && runs !== undefined && before.current !== runs
    before.current = runs
    if (isChanged)
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'runs' || queryKey[0] === 'problems',
      })
  }, [runs, client])
}
