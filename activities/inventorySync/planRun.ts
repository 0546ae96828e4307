import type { SheetMapping } from '../../contract/explain.ts'
import type { Gear } from '../../contract/gear.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { listBindings, listBoundGearIds } from '../../state/bindings.ts'
import { findLastRead, findRun } from '../../state/runs.ts'
import type { RunRow } from '../../state/schema.ts'
import { readStagedSheet } from '../../state/stagedSheets.ts'
import { createFinalFailure } from '../failures.ts'
import { runActivity } from '../runActivity.ts'
import { planRows } from '../../sheets/planRows.ts'
import { requireEveryRow, ROW_COUNT_DEFECT } from '../../sheets/mapping/rowGroups.ts'
import { toStoredRead } from '../../sheets/storedRead.ts'
import type { PlannedRows, MappedTable, ReadSection } from '../../sheets/types.ts'
import { listAllGear } from '../listGear.ts'
import { findPolicyGuardReason } from './guard.ts'
import { planUndo } from './planUndo.ts'
import { showPlan, toBinding, toStoredRows, writePlanRows } from './planStore.ts'
import { createProgressWriter } from './progress.ts'
import { loadRun, parseRunSettings, toRunState } from './run.ts'
import { requireUnrestoredInventory } from './requireUnrestoredInventory.ts'
import type { StopReason, RunState, SyncActivities, SyncDeps } from './types.ts'

interface SheetAndInventory {
  table: MappedTable
  items: Gear[]
  currency: string
  listedAtMs: number
}

async function readStagedBytes(deps: SyncDeps, run: RunRow): Promise<Uint8Array> {
  const bytes = run.sha256 === null ? undefined : await deps.state.read((tx) => readStagedSheet(tx, run.sha256 as string))
  if (!bytes) throw createFinalFailure('unreadable_file', 'The bytes of the sheet are not kept any more. Start the run again.')
  return bytes
}

/** Reads sheet and inventory concurrently: one in a child process, the other over HTTP. */
async function readSheetAndInventory(deps: SyncDeps, run: RunRow, signal: AbortSignal): Promise<SheetAndInventory> {
  const report = createProgressWriter(deps.state, run.run_id)
  const [{ currency }, bytes] = await Promise.all([requireUnrestoredInventory(deps, signal), readStagedBytes(deps, run)])
  const listedAtMs = deps.clock.nowMs()
  const progress: Promise<void>[] = []
  const results = await Promise.allSettled([
    deps.parseSheet(bytes, run.file, parseRunSettings(run).source, currency),
    listAllGear(deps.api, signal, (done, total) => progress.push(report('listing', done, total))),
  ])
  await Promise.all(progress)
  const [table, items] = results
  if (table.status === 'rejected') throw table.reason
  if (items.status === 'rejected') throw items.reason
  await report('planning', 0, table.value.rows.length)
  return { table: table.value, items: items.value, currency, listedAtMs }
}

async function compareRun(
  deps: SyncDeps,
  run: RunRow,
  { table, items, currency }: SheetAndInventory,
): Promise<{ planned: PlannedRows; bound: number }> {
  const { source, sources } = parseRunSettings(run)
  const [bindings, ownedByOthers, earlier] = await deps.state.read(async (tx) => [
    await listBindings(tx, run.source),
    await listBoundGearIds(
      tx,
      sources.filter((id) => id !== run.source),
    ),
    await findLastRead(tx, run.source),
  ])
  const earlierRead = earlier === undefined ? undefined : (JSON.parse(earlier) as ReadSection)
  const planned = planRows({
    table,
    settings: source,
    bindings: bindings.map(toBinding),
    ownedByOthers,
    items,
    currency,
    ...(earlierRead && { earlierRead }),
  })
  return { planned, bound: bindings.length }
}

function chooseNextStep(
  run: RunRow,
  counts: Record<string, number>,
  bound: number,
  actions: number,
): { applies: boolean; reason: StopReason | null } {
  const { approve, guard } = parseRunSettings(run).source
  // A plan without changes needs no approval. If it waited for one, it would block the next scheduled run.
  if (run.decide === 'policy' && actions === 0) return { applies: true, reason: null }
  if (run.decide === 'wait' || approve === 'manual') return { applies: false, reason: null }
  const reason = findPolicyGuardReason(counts, bound, guard)
  return { applies: reason === null, reason }
}

/** Refuses to store a plan that does not account for every row of its sheet. */
function checkRowCount(mapping: SheetMapping, { rows }: PlannedRows): void {
  try {
    requireEveryRow(mapping, rows)
  } catch (error) {
    throw createFinalFailure('row_count_defect', `${ROW_COUNT_DEFECT} (${error instanceof Error ? error.message : String(error)})`)
  }
}

async function storePlan(deps: SyncDeps, run: RunRow, inputs: SheetAndInventory): Promise<RunState> {
  const { planned, bound } = await compareRun(deps, run, inputs)
  checkRowCount(inputs.table.mapping, planned)
  const rows = toStoredRows(run.run_id, { planned, ...inputs })
  const { total, actions } = rows
  const attempt = await writePlanRows(deps.state, run.run_id, rows)
  const { applies, reason } = chooseNextStep(run, planned.counts, bound, actions)
  const step = applies ? ({ status: 'applying', phase: 'applying', done: 0, total: actions } as const) : undefined
  await showPlan(deps.state, attempt, {
    ...(step ?? { status: 'waiting', phase: 'waiting', done: total, total }),
    run_id: run.run_id,
    currency: inputs.currency,
    read: JSON.stringify(toStoredRead(inputs.table)),
    counts: JSON.stringify(planned.counts),
    missing: JSON.stringify(planned.missing),
    reason: reason === null ? null : JSON.stringify(reason),
    actions,
    planned_at: toIsoTime(deps.clock.nowMs()),
    listed_at: toIsoTime(inputs.listedAtMs),
    held: planned.held && JSON.stringify(planned.held),
  })
  return toRunState((await deps.state.read((tx) => findRun(tx, run.run_id))) ?? run)
}

/**
 * Plans a run: parses the sheet in a child process while listing the inventory, compares each row, and stores the plan. A run that has a plan only
 * returns its state.
 */
export function createPlanRun(allDeps: SyncDeps): SyncActivities['planRun'] {
  // After a late heartbeat a second attempt can start while the first still runs, perhaps on another host. The lock lets only one write the plan.
  const plan = async (deps: SyncDeps, runId: string, signal: AbortSignal): Promise<RunState> => {
    const run = await loadRun(deps.state, runId)
    if (run.planned_at !== null || run.finished_at !== null) return toRunState(run)
    if (run.undoes !== null) return planUndo(deps, run, run.undoes, signal)
    return storePlan(deps, run, await readSheetAndInventory(deps, run, signal))
  }
  return ({ runId }) => runActivity(allDeps.log, (signal) => allDeps.withLock(`plan:${runId}`, (state) => plan({ ...allDeps, state }, runId, signal)))
}
