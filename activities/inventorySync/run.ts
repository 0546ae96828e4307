import type { CellAnswers } from '../../contract/control/answerCells.ts'
import { say } from '../../contract/sentences/say.ts'
import type { Database } from '../../platform/sql/types.ts'
import { findRun } from '../../state/sync/runs.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { readWriteBack } from '../../state/sync/writeBacks.ts'
import { createFinalFailure } from '../shared/failures.ts'
import { Source, type SourceSettings } from '../../sheets/sources/settings.ts'
import type { RunState } from './types.ts'

export interface RunSettings {
  source: SourceSettings
  /** Ids of all sources. A source must not change items that are bound to another one. */
  sources: string[]
  /** True to create items again that were deleted in Kitroom. */
  recreates?: true
  /** Cells whose damaged values are taken as they stand. */
  takes?: 'all' | string[]
  /** Texts that stand for cells of this sheet. */
  cells?: CellAnswers
  /** True for a sheet that was sent instead of the source's own. */
  isUpload?: true
}

/**
 * Parses the kitroom.yaml settings stored with the run. A run of an older version gets the defaults of newer settings.
 */
export function parseRunSettings(run: Pick<RunRow, 'settings'>): RunSettings {
  const settings = JSON.parse(run.settings) as RunSettings
  return { ...settings, source: Source.parse(settings.source) }
}

/** @throws ApplicationFailure `unknown_run` when the worker's database was restored or removed */
export async function loadRun(state: Database, runId: string): Promise<RunRow> {
  const run = await state.read((tx) => findRun(tx, runId))
  if (!run) throw createFinalFailure('unknown_run', say('run_unknown'))
  return run
}

export function toRunState(run: RunRow): RunState {
  const counts = JSON.parse(run.counts) as Record<string, number>
  return {
    status: run.status,
    actions: run.actions,
    deletes: counts['delete'] ?? 0,
    plannedAtMs: run.planned_at === null ? null : Date.parse(run.planned_at),
    ...(readWriteBack(run)?.status === 'pending' && { writesBack: true }),
  }
}
