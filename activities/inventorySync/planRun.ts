import { say, sayAll } from '../../contract/sentences/say.ts'
import { setImmediate } from 'node:timers/promises'
import type { SheetMapping } from '../../contract/control/explain.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { visitBindings, visitBoundGearIds } from '../../state/sync/bindings.ts'
import { findRememberedRead } from '../../state/sync/rememberedRead.ts'
import { findLastRead, findRun } from '../../state/sync/runs.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { findStagedSize, readStagedChunks } from '../../state/sync/stagedSheets.ts'
import { createFinalFailure } from '../shared/failures.ts'
import { runActivity } from '../shared/runActivity.ts'
import type { SheetFile } from '../../sheets/parseSheet.ts'
import { planRows } from '../../sheets/plan/planRows.ts'
import { requireEveryRow } from '../../sheets/mapping/rowGroups.ts'
import { RowNumbers } from '../../sheets/mapping/rowNumbers.ts'
import { toStoredRead } from '../../sheets/storedRead.ts'
import { readRemembered } from '../../sheets/plan/readings.ts'
import { bindingName, listBindingNames } from '../../sheets/plan/recordNames.ts'
import type { PlanInput } from '../../sheets/plan/planInput.ts'
import type { Records } from '../../sheets/records.ts'
import type { Binding, MappedRow, PlannedRow, PlanSummary, ReadSection, TableSections } from '../../sheets/types.ts'
import { toStudioDay } from '../../platform/studioDay.ts'
import { hasServiceColumns, readServices } from './serviceIndex.ts'
import { readAllGear } from '../shared/listGear.ts'
import { readOwnCategories } from '../shared/ownCategories.ts'
import { readOwnFields } from '../shared/ownFields.ts'
import { findPolicyGuardReason } from './guard.ts'
import { planUndo } from './planUndo.ts'
import { createPlanRecords, type PlanRecords } from './planRecords.ts'
import { createPlanRows, showPlan, toBinding, writePlanRows, type PlanRowsBuilder } from './planStore.ts'
import { createProgressWriter } from './progress.ts'
import { loadRun, parseRunSettings, toRunState } from './run.ts'
import { requireUnrestoredInventory } from './requireUnrestoredInventory.ts'
import type { StopReason, RunState, SyncDeps } from './types.ts'

interface SheetAndInventory {
  table: TableSections & { rows: Records<MappedRow> }
  items: Records<Gear>
  currency: string
  listedAtMs: number
  services: Pick<PlanInput, 'services' | 'today'>
}

async function findStagedFile({ state }: SyncDeps, { file: name, sha256 }: RunRow): Promise<SheetFile> {
  const bytes = sha256 === null ? undefined : await state.read((tx) => findStagedSize(tx, sha256))
  if (sha256 === null || bytes === undefined) throw createSheetGoneFailure()
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    let sent = 0
    for await (const chunk of readStagedChunks(state, sha256)) {
      sent += chunk.length
      yield chunk
    }
    if (sent !== bytes) throw createSheetGoneFailure()
  }
  return { name, bytes, chunks }
}

const createSheetGoneFailure = () => createFinalFailure('unreadable_file', say('sheet_not_kept'))

/** Reads sheet and inventory concurrently: the sheet in a child process, the inventory over HTTP. */
async function readSheetAndInventory(
  deps: SyncDeps,
  run: RunRow,
  records: PlanRecords,
  signal: AbortSignal,
): Promise<SheetAndInventory> {
  const report = createProgressWriter(deps.state, run.run_id)
  const [{ currency, timeZone, hasMaintenance }, fields, categories, file] = await Promise.all([
    requireUnrestoredInventory(deps, signal),
    readOwnFields(deps.api, signal),
    readOwnCategories(deps.api, signal),
    findStagedFile(deps, run),
  ])
  const listedAtMs = deps.clock.nowMs()
  const { source, cells = {} } = parseRunSettings(run)
  const rows = records.create<MappedRow>()
  const progress: Promise<void>[] = []
  const results = await Promise.allSettled([
    deps.parseSheet(rows, file, source, {
      cells,
      currency,
      timeZone,
      fields,
      categories,
      lacksMaintenance: !hasMaintenance,
    }),
    readAllGear(
      deps.api,
      signal,
      () => records.create<Gear>(),
      (done, total) => progress.push(report('listing', done, total)),
    ),
  ])
  await Promise.all(progress)
  const [table, items] = results
  if (table.status === 'rejected') throw table.reason
  if (items.status === 'rejected') throw items.reason
  await report('planning', 0, rows.size)
  const services = hasServiceColumns(table.value)
    ? { services: await readServices(deps.api, signal), today: toStudioDay(listedAtMs, timeZone) }
    : {}
  return { table: { ...table.value, rows }, items: items.value, currency, listedAtMs, services }
}

async function readPlanInput(
  deps: SyncDeps,
  run: RunRow,
  records: PlanRecords,
  { table, items, currency, services }: SheetAndInventory,
): Promise<PlanInput> {
  const { source: settings, sources, recreates = false, takes } = parseRunSettings(run)
  const key = table.read.key ?? settings.key
  return deps.state.read(async (tx) => {
    const bindings = records.create<Binding>()
    let lastSeenRun = ''
    await visitBindings(tx, run.source, (row) => {
      if (row.last_seen_run > lastSeenRun) lastSeenRun = row.last_seen_run
      const binding = toBinding(row)
      bindings.add(binding, listBindingNames(binding, key))
    })
    const otherSources = sources.filter((id) => id !== run.source)
    const ownedByOthers = records.create<null>()
    for (const source of otherSources)
      await visitBoundGearIds(tx, source, (gearId) => ownedByOthers.add(null, [gearId]))
    const earlier = await findLastRead(tx, run.source)
    const earlierRead = earlier === undefined ? undefined : (JSON.parse(earlier) as ReadSection)
    const appliedRead = await findRememberedRead(tx, lastSeenRun)
    const remembered = appliedRead === undefined ? undefined : readRemembered(appliedRead, settings)
    return {
      table,
      settings,
      recreates,
      ...(takes && { takes: takes === 'all' ? takes : new Set(takes) }),
      bindings,
      ownedByOthers,
      items,
      currency,
      ...services,
      ...(earlierRead && { earlierRead }),
      ...(remembered && { remembered }),
    }
  })
}

/** A long comparison pauses after this time, so that heartbeats and requests are not delayed. */
const MAX_BLOCKING_MS = 50

/** True for a row that is bound to an item for the first time, without a write. */
const isAdoption = ({ plan, bind }: PlannedRow, { bindings }: PlanInput): boolean =>
  plan.outcome === 'unchanged' && typeof bind?.gearId === 'string' && !bindings.has(bindingName.gear(bind.gearId))

/** Compares each row and checks the sheet's row numbers, because a lost row could look like a missing item. */
async function compareRows(input: PlanInput, stored: PlanRowsBuilder): Promise<PlanSummary & { adopted: number }> {
  let adopted = 0
  const rowNumbers = new RowNumbers()
  const steps = planRows(input)
  for (let pausedAtMs = performance.now(); ;) {
    const step = steps.next()
    if (step.done) {
      checkRowCount(input.table.mapping, rowNumbers)
      for (const absent of step.value.absent) stored.addAbsent(absent)
      return { ...step.value, adopted }
    }
    if (step.value) {
      if (isAdoption(step.value, input)) adopted++
      rowNumbers.add(step.value.plan.row)
      stored.add(step.value)
    }
    if (performance.now() - pausedAtMs < MAX_BLOCKING_MS) continue
    await setImmediate()
    pausedAtMs = performance.now()
  }
}

function chooseNextStep(
  run: RunRow,
  { counts, adopted }: Pick<PlanSummary, 'counts'> & { adopted: number },
  bound: number,
  actions: number,
): { applies: boolean; reason: StopReason | null } {
  const { approve, guard } = parseRunSettings(run).source
  // If a plan without changes waited, it would block the next scheduled run. A person is asked only about new bindings.
  if (actions === 0 && (run.decide === 'policy' || adopted === 0)) return { applies: true, reason: null }
  if (run.decide === 'wait' || approve === 'manual') return { applies: false, reason: null }
  const reason = findPolicyGuardReason(counts, bound, guard)
  return { applies: reason === null, reason }
}

/** Refuses to store a plan that does not account for every row of its sheet. */
function checkRowCount(mapping: SheetMapping, rows: RowNumbers): void {
  try {
    requireEveryRow(mapping, rows)
  } catch (error) {
    throw createFinalFailure(
      'row_count_defect',
      sayAll(say('rows_miscounted'), say('miscount', { text: error instanceof Error ? error.message : String(error) })),
    )
  }
}

async function storePlan(
  deps: SyncDeps,
  run: RunRow,
  records: PlanRecords,
  inputs: SheetAndInventory,
): Promise<RunState> {
  const input = await readPlanInput(deps, run, records, inputs)
  const rows = createPlanRows(run.run_id, records.create(), inputs.items)
  const planned = await compareRows(input, rows)
  const { total } = rows
  const actions = rows.actions()
  const attempt = await writePlanRows(deps.state, run.run_id, rows)
  const { applies, reason } = chooseNextStep(run, planned, input.bindings.size, actions)
  const step = applies ? ({ status: 'applying', phase: 'applying', done: 0, total: actions } as const) : undefined
  await showPlan(deps.state, attempt, {
    ...(step ?? { status: 'waiting', phase: 'waiting', done: total, total }),
    run_id: run.run_id,
    currency: inputs.currency,
    read: JSON.stringify(toStoredRead(inputs.table, planned)),
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
 * Plans a run: parses the sheet in a child process while it lists the inventory, compares each row, and stores the
 * plan. For a run that has a plan it only returns the state.
 */
export function createPlanRun(allDeps: SyncDeps) {
  // After a late heartbeat a second attempt can start during the first, perhaps on another host. The lock lets only one
  // write the plan.
  const plan = async (deps: SyncDeps, runId: string, signal: AbortSignal): Promise<RunState> => {
    const run = await loadRun(deps.state, runId)
    if (run.planned_at !== null || run.finished_at !== null) return toRunState(run)
    if (run.undoes !== null) return planUndo(deps, run, run.undoes, signal)
    using records = createPlanRecords()
    return await storePlan(deps, run, records, await readSheetAndInventory(deps, run, records, signal))
  }
  return {
    planRun: ({ runId }: { runId: string }): Promise<RunState> =>
      runActivity(allDeps.log, (signal) =>
        allDeps.withLock(`plan:${runId}`, (state) => plan({ ...allDeps, state }, runId, signal)),
      ),
  }
}
