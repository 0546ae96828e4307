import type { Database } from '../../platform/sql/types.ts'
import { findRun } from '../../state/runs.ts'
import type { RunRow } from '../../state/schema.ts'
import { finalFailure } from '../failures.ts'
import { Source, type SourceSettings } from '../../sheets/settings.ts'
import type { Standing } from './types.ts'

/** What a run keeps of kitroom.yaml, so that an edit of the file does not change a run under way. */
export interface RunSettings {
  source: SourceSettings
  /** Ids of all sources: an item bound to one of the others is not this one's to touch. */
  sources: string[]
}

/** The settings of a run. One that an older version began lacks settings of this one: it gets their defaults. */
export function readSettings(run: RunRow): RunSettings {
  const settings = JSON.parse(run.settings) as RunSettings
  return { ...settings, source: Source.parse(settings.source) }
}

/** The run of this id. One that is gone ends its workflow: somebody restored or removed the worker's database. */
export async function loadRun(state: Database, runId: string): Promise<RunRow> {
  const run = await state.read((tx) => findRun(tx, runId))
  if (!run) throw finalFailure('unknown_run', "This run is not in the worker's database.")
  return run
}

export function standing(run: RunRow): Standing {
  const counts = JSON.parse(run.counts) as Record<string, number>
  return {
    status: run.status,
    actions: run.actions,
    deletes: counts['delete'] ?? 0,
    plannedAtMs: run.planned_at === null ? null : Date.parse(run.planned_at),
  }
}
