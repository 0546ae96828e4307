import type { Client } from '../../client/client.ts'
import { getRun, listRuns, listSources, type Run } from '../../contract/control/control.ts'
import { CliError } from '../errors.ts'
import { escapeUnsafe } from '../show/text.ts'

/** Finds the plan with this id, else the only waiting plan, of `source` if given. @throws CliError when none or several wait */
export async function findWaitingRun(
  control: Client,
  source: string | undefined,
  planId: string | undefined,
): Promise<Run> {
  if (planId !== undefined) return (await control.call(getRun, { params: { id: planId } })).body.data
  const sources = (await control.call(listSources)).body.data
  if (source !== undefined && !sources.some((known) => known.source === source)) {
    const sourceIds = sources.map((one) => escapeUnsafe(one.source)).join(', ') || 'none'
    throw new CliError(`There is no source "${escapeUnsafe(source)}" in kitroom.yaml. Sources: ${sourceIds}.`)
  }
  const waitingRuns = sources.flatMap(({ last_run }) =>
    last_run?.status === 'waiting' && (source ?? last_run.source) === last_run.source ? [last_run] : [],
  )
  const [only, ...others] = waitingRuns
  if (!only) throw new CliError('No plan is waiting.')
  if (others.length > 0)
    throw new CliError(
      `Several plans are waiting; name one with --plan:\n${waitingRuns.map((run) => `  ${run.run_id}  ${escapeUnsafe(run.source)}`).join('\n')}`,
    )
  return only
}

export const fetchNewestRuns = async (control: Client, source: string | undefined, limit: number): Promise<Run[]> =>
  (await control.call(listRuns, { query: { limit, source } })).body.data
