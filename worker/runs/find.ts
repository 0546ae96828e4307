import type { Run } from '../../contract/control/control.ts'
import type { StateAccess } from '../context/context.ts'
import { findRun } from '../../state/sync/runs.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { createWorkerError } from '../context/errors.ts'
import { toRunView } from './view.ts'

export async function requireRun(context: StateAccess, runId: string): Promise<RunRow> {
  const run = await context.state.read((tx) => findRun(tx, runId))
  if (!run) throw createWorkerError('unknown_run', {})
  return run
}

export async function readRunView(context: StateAccess, runId: string): Promise<Run> {
  const run = await requireRun(context, runId)
  return context.state.read((tx) => toRunView(tx, run))
}
