import type { Client } from '../../../client/client.ts'
import { undoRun, type PlanRow, type Run } from '../../../contract/control/control.ts'
import { recreateItems } from '../../../contract/control/recreate.ts'
import { takeDamagedValues } from '../../../contract/control/takeDamaged.ts'
import { withControl } from '../../access/control.ts'
import type { CommandContext } from '../../base/command.ts'
import { CliError } from '../../base/errors.ts'
import type { Terminal } from '../../base/terminal.ts'
import { askToConfirm, type ConfirmOptions } from '../../show/askToConfirm.ts'
import { sumPlannedWrites } from '../../show/counts.ts'
import { formatPlan } from '../../show/plan.ts'
import { toPlanArgument } from '../../show/runName.ts'
import { formatJson } from '../../show/text.ts'
import {
  applyPlan,
  confirmWrites,
  fetchNewestRuns,
  parseExpectedDeletes,
  requireConfirmation,
  type AskOptions,
} from './decide.ts'
import {
  fetchPlan,
  describeDeletedItems,
  followRun,
  formatRun,
  hasOnlyDeletedItems,
  isWaitingOrFinal,
  SYNC_COMMAND,
  toExitCode,
  type PlanWithRows,
} from './run.ts'
import { startSync } from './sheet.ts'

interface PlanOptions {
  file?: string
  json?: boolean
  all?: boolean
}

const findWaitingPlan = async (control: Client, source: string): Promise<Run | undefined> =>
  (await fetchNewestRuns(control, source, 1)).find(({ status }) => status === 'waiting')

/** Asks before a file takes the place of a plan that waits. @throws CliError if the answer is no */
async function askToReplace(waiting: Run, terminal: Terminal, options: PlanOptions & ConfirmOptions): Promise<void> {
  if (options.file === undefined || options.json || !terminal.canAsk) return
  const question = `A plan of ${waiting.started_at} waits for a decision. Take its place?`
  if (!(await askToConfirm(terminal, question, options)))
    throw new CliError(`Nothing was planned. To see the plan: ${SYNC_COMMAND} status --plan ${waiting.run_id}`)
}

/** Starts a run and follows it until its plan waits or needs no decision. @throws CliError if planning failed */
async function startAndFollowPlan(
  control: Client,
  context: CommandContext,
  source: string,
  options: PlanOptions & ConfirmOptions,
): Promise<{ run: Run; plan: PlanWithRows<PlanRow> }> {
  const { terminal } = context
  const waiting = await findWaitingPlan(control, source)
  if (waiting) await askToReplace(waiting, terminal, options)
  const started = await startSync(control, context.env, source, options.file)
  if (waiting) terminal.printNote(`This plan takes the place of the one of ${waiting.started_at}, which waited.`)
  const run = await followRun(control, started, terminal, isWaitingOrFinal)
  if (run.status === 'failed') throw new CliError(formatRun(run), { ...run.reason, run_id: run.run_id })
  return { run, plan: await fetchPlan(control, run.run_id) }
}

/** Describes the next step. A plan that writes nothing waits only if it binds rows to items for the first time. */
function describeNextStep(run: Run): string {
  const { status, source, counts } = run
  const writes = sumPlannedWrites(counts)
  if (hasOnlyDeletedItems(run)) return `The plan writes nothing, since ${describeDeletedItems(run)}.`
  if (status !== 'waiting') return writes === 0 ? 'The inventory does not change, so there is nothing to decide.' : ''
  const [approve, reject] = [`${SYNC_COMMAND} approve ${source}`, `${SYNC_COMMAND} reject ${source}`]
  if (writes === 0)
    return `The inventory does not change. To bind rows to their items: ${approve}   To drop it: ${reject}`
  return `Nothing is written yet. To write ${writes}: ${approve}   To drop it: ${reject}`
}

/** `kitroom sync plan`: creates and shows a plan, which then waits for a decision. */
export const planSyncCommand = (context: CommandContext, source: string, options: PlanOptions): Promise<number> =>
  withControl(context.env, async (control) => {
    const { run, plan } = await startAndFollowPlan(control, context, source, options)
    const { terminal } = context
    if (options.json) terminal.printResult(formatJson({ ...plan.head, rows: plan.rows }))
    else {
      terminal.printResult(formatPlan(plan.head, plan.rows, terminal, options.all ?? false))
      const nextStep = describeNextStep(run)
      if (nextStep !== '') terminal.printResult(nextStep)
    }
    return toExitCode(run)
  })

/** `kitroom sync apply`: plans, shows, asks, writes. A plan without writes needs no question. */
export async function applySyncCommand(
  context: CommandContext,
  source: string,
  options: PlanOptions & AskOptions,
): Promise<number> {
  const { terminal } = context
  requireConfirmation(terminal, options)
  const expectedDeletes = parseExpectedDeletes(options.deletes)
  return withControl(context.env, async (control) => {
    const { run, plan } = await startAndFollowPlan(control, context, source, options)
    if (!options.json) terminal.printResult(formatPlan(plan.head, plan.rows, terminal, options.all ?? false))
    if (run.status !== 'waiting') {
      if (options.json) terminal.printResult(formatJson({ ...plan.head, run, rows: plan.rows }))
      return toExitCode(run)
    }
    if (sumPlannedWrites(run.counts) > 0 && !(await confirmWrites(run, terminal, options))) {
      terminal.printNote(
        `Nothing was written. The plan still waits: ${SYNC_COMMAND} approve ${source}, or ${SYNC_COMMAND} reject ${source}`,
      )
      return toExitCode(run)
    }
    // The user has confirmed this number at the prompt if --deletes is missing.
    const deletes = expectedDeletes ?? (options.yes ? undefined : run.counts['delete'])
    return applyPlan(control, context, run, { ...options, deletes })
  })
}

export type StartedPlanOptions = Omit<AskOptions, 'deletes'> & { all?: boolean }

/** Plans by `start`, shows the plan, asks, writes. @param nothingDone sentence for a plan that is not approved */
async function planAndAsk(
  context: CommandContext,
  options: StartedPlanOptions,
  start: (control: Client) => Promise<Run>,
  nothingDone: string,
): Promise<number> {
  const { terminal } = context
  requireConfirmation(terminal, options)
  return withControl(context.env, async (control) => {
    const run = await followRun(control, await start(control), terminal, isWaitingOrFinal)
    if (run.status === 'failed') throw new CliError(formatRun(run))
    const { head, rows } = await fetchPlan(control, run.run_id)
    if (!options.json) terminal.printResult(formatPlan(head, rows, terminal, options.all ?? false))
    if (run.status !== 'waiting') {
      if (options.json) terminal.printResult(formatJson({ ...head, run, rows }))
      return toExitCode(run)
    }
    if (sumPlannedWrites(run.counts) > 0 && !(await confirmWrites(run, terminal, options))) {
      const [approve, reject] = ['approve', 'reject'].map((verb) => `${SYNC_COMMAND} ${verb} ${toPlanArgument(run)}`)
      terminal.printNote(`${nothingDone} The plan still waits: ${approve}, or ${reject}`)
      return toExitCode(run)
    }
    return applyPlan(control, context, run, { ...options, deletes: run.counts['delete'] })
  })
}

/** `kitroom sync undo`: plans the undo of a run, shows it, asks, writes. Later edits are reported and kept. */
export const undoRunCommand = (context: CommandContext, id: string, options: StartedPlanOptions): Promise<number> =>
  planAndAsk(
    context,
    options,
    async (control) => (await control.call(undoRun, { params: { id }, body: {} })).body.data,
    'Nothing was undone.',
  )

/** `kitroom sync recreate`: plans the sheet of a run again, with the items that were deleted in Kitroom. */
export const recreateItemsCommand = (
  context: CommandContext,
  id: string,
  options: StartedPlanOptions,
): Promise<number> =>
  planAndAsk(
    context,
    options,
    async (control) => (await control.call(recreateItems, { params: { id }, body: {} })).body.data,
    'Nothing was written.',
  )

export type TakeOptions = StartedPlanOptions & { cell?: string[] }

/**
 * `kitroom sync take`: plans the sheet of a run again, and takes damaged values as they stand: of some cells, or all.
 */
export const takeDamagedCommand = (context: CommandContext, id: string, options: TakeOptions): Promise<number> =>
  planAndAsk(
    context,
    options,
    async (control) => {
      const body = options.cell === undefined ? {} : { cells: options.cell }
      return (await control.call(takeDamagedValues, { params: { id }, body })).body.data
    },
    'Nothing was written.',
  )
