import { useQuery } from '@tanstack/react-query'
import type { PlanRow, PlanSummary, ReportRow, Run } from '../../../contract/control/control.ts'
import { isFinal } from '../../../contract/temporal.ts'
import { streamWorker } from '../../api/request.ts'

export type Row = PlanRow | ReportRow
export interface Plan {
  summary: PlanSummary | undefined
  rows: Row[]
}

async function readRows(path: string, id: string, signal: AbortSignal): Promise<Plan> {
  const plan: Plan = { summary: undefined, rows: [] }
  for await (const line of streamWorker<PlanSummary | Row>(path, { params: { id } }, { signal })) {
    if ('plan_id' in line) plan.summary = line
    else plan.rows.push(line)
  }
  return plan
}

/** Reads the rows of a run: its plan while it waits, its report once it has ended. */
export function usePlan(run: Run) {
  const path = isFinal(run.status) && run.planned_at !== null ? 'GET /runs/{id}/report' : 'GET /runs/{id}/plan'
  return useQuery({
    queryKey: ['plan', run.run_id, path],
    queryFn: ({ signal }) => readRows(path, run.run_id, signal),
    enabled: run.planned_at !== null,
    staleTime: Infinity,
  })
}

/** Describes the item of a row: brand and model, else its key. */
export function describeRow({ fields = {}, key }: Row): string {
  const name = [fields['brand'], fields['model']].filter((part) => typeof part === 'string').join(' ')
  return name === '' ? (key ?? '') : name
}

/** Joins the texts of a row that a filter searches. */
export const toSearchText = (row: Row): string =>
  JSON.stringify([row.key, row.fields, row.changed, row.conflicts, row.errors, row.reason]).toLowerCase()
