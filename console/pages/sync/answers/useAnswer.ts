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

/** A merge patch of the source's settings. */
type Answer = Readonly<Record<string, unknown>>

const WAIT_MS = 100

/** Waits until a run has a plan, so that the page shows one plan after the other and none in between. */
async function untilPlanned(run: Run): Promise<Run> {
  for (let latest = run; ;) {
    if (latest.planned_at !== null || isFinal(latest.status)) return latest
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    latest = (await callWorker<typeof getRun>('GET /runs/{id}', { params: { id: run.run_id } })).data
  }
}

/** Waits for the plan of a run that takes the place of another one, and opens it. */
export function useOpenPlan(run: Run): (replanned: Run) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (replanned) => {
    const planned = await untilPlanned(replanned)
    client.setQueryData(runQuery(planned.run_id).queryKey, planned)
    await navigate({ to: '/sync/$id', params: { id: planned.run_id }, replace: true, resetScroll: false })
    const stale = new Set<unknown>([sourceSettingsQuery(run.source).queryKey[0], sourcesQuery.queryKey[0], 'runs'])
    await client.invalidateQueries({
      predicate: ({ queryKey }) => stale.has(queryKey[0]) || (queryKey[0] === 'run' && queryKey[1] === run.run_id),
    })
  }
}

/** Stores an answer as a setting of the source, plans the sheet again, and opens that plan. */
export function useAnswer(run: Run) {
  const texts = useTexts().sync
  const openPlan = useOpenPlan(run)
  return useMutation({
    mutationFn: async (settings: Answer) => {
      const params = { source: run.source }
      const body = { settings }
      const stored = await callWorker<typeof updateSourceSettings>('PATCH /sources/{source}/settings', { params, body })
      if (stored.data.stored_in === 'unwritable') notifications.show({ message: texts.unwritableSettings })
      const again = { params: { id: run.run_id }, body: {} }
      await openPlan((await callWorker<typeof replanRun>('POST /runs/{id}/replan', again)).data)
    },
  })
}

const WRITTEN = ['created', 'updated', 'marked', 'deleted']

/** True if the plan waits, its sheet was refused, or it ended at once since all rows that would change were refused. */
function isOpenToAnswers({ status, results, counts }: Run): boolean {
  if (status === 'waiting' || status === 'failed') return true
  const hasEnded = status === 'completed' || status === 'completed_with_errors'
  const isUnwritten = WRITTEN.every((result) => (results[result] ?? 0) === 0)
  return hasEnded && isUnwritten && (counts['refused'] ?? 0) + (counts['question'] ?? 0) > 0
}

/** True if answers of this person can change the plan. */
export function useMayAnswer(run: Run): boolean {
  const { ownerCan } = useRights()
  const isOpen = isOpenToAnswers(run)
  return isOpen && run.edit === undefined && run.undoes === undefined && ownerCan('automation:write')
}
