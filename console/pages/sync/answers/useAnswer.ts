import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { getRun, Run } from '../../../../contract/control/control.ts'
import type { replanRun, updateSourceSettings } from '../../../../contract/control/sourceSettings.ts'
import { isFinal } from '../../../../contract/temporal.ts'
import { runQuery, sourceSettingsQuery, sourcesQuery } from '../../../api/queries.ts'
import { callWorker } from '../../../api/request.ts'
import { useRights } from '../../../api/session.ts'
import { useTexts } from '../../../base/language.tsx'

/** A merge patch of the source's settings; undefined plans the sheet again with those of now. */
export type Answer = Readonly<Record<string, unknown>> | undefined

const WAIT_MS = 100

/** Waits until a run has a plan, so that the page shows one plan after the other and none in between. */
async function untilPlanned(run: Run): Promise<Run> {
  for (let latest = run; ;) {
    if (latest.planned_at !== null || isFinal(latest.status)) return latest
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    latest = (await callWorker<typeof getRun>('GET /runs/{id}', { params: { id: run.run_id } })).data
  }
}

/** Stores an answer as a setting of the source, plans the sheet again, and opens that plan. */
export function useAnswer(run: Run) {
  const texts = useTexts().sync
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    // The component that asked may be gone before the end: the plan replaces it.
    mutationKey: ['answer', run.source],
    mutationFn: async (settings: Answer) => {
      const params = { source: run.source }
      const stored =
        settings &&
        (await callWorker<typeof updateSourceSettings>('PATCH /sources/{source}/settings', {
          params,
          body: { settings },
        }))
      if (stored?.data.stored_in === 'unwritable') notifications.show({ message: texts.unwritableSettings })
      const replanned = await callWorker<typeof replanRun>('POST /runs/{id}/replan', {
        params: { id: run.run_id },
        body: {},
      })
      return untilPlanned(replanned.data)
    },
    onSuccess: async (planned) => {
      client.setQueryData(runQuery(planned.run_id).queryKey, planned)
      await navigate({ to: '/sync/$id', params: { id: planned.run_id }, replace: true, resetScroll: false })
    },
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) =>
          queryKey[0] === sourceSettingsQuery(run.source).queryKey[0] ||
          queryKey[0] === sourcesQuery.queryKey[0] ||
          queryKey[0] === 'runs' ||
          (queryKey[0] === 'run' && queryKey[1] === run.run_id),
      }),
  })
}

/** True if answers of this person can change the plan: it waits, or its sheet was refused. */
export function useMayAnswer(run: Run): boolean {
  const { ownerCan } = useRights()
  const isOpen = run.status === 'waiting' || run.status === 'failed'
  return isOpen && run.edit === undefined && run.undoes === undefined && ownerCan('automation:write')
}
