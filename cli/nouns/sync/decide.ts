import type { Client } from '../../../client/client.ts'
import {
  approveRun,
  getRun,
  listRuns,
  listSources,
  rejectRun,
  type ReportRow,
  type Run,
} from '../../../contract/control/control.ts'
import { isFinal } from '../../../contract/temporal.ts'
import { withControl } from '../../access/control.ts'
import { EXIT, type CommandContext, type JsonOption } from '../../base/command.ts'
import { CliError } from '../../base/errors.ts'
import type { Terminal } from '../../base/terminal.ts'
import { describePlanCounts, sumPlannedWrites } from '../../show/counts.ts'
import { describeRun } from '../../show/runName.ts'
import { escapeUnsafe, formatJson } from '../../show/text.ts'
import { fetchReport, followRun, formatResult, formatRun, toExitCode, type PlanWithRows } from './run.ts'

export interface AskOptions {
  yes?: boolean
  json?: boolean
  deletes?: string
}

/** @throws CliError if writing needs a confirmation and there is no terminal to ask on */
export function requireConfirmation(terminal: Terminal, options: AskOptions): void {
  if (!options.yes && (!terminal.canAsk || options.json))
    throw new CliError('No terminal to ask on: use --yes to write without asking.')
}

/** Parses --deletes, the number of deletions that the user expects. @throws CliError if it is not a number */
export function parseExpectedDeletes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw new CliError('--deletes needs the number of items that the plan deletes.')
  return Number(text)
}

/** Asks whether to write. If the plan deletes items, the user must type their number. */
export async function confirmWrites(run: Run, terminal: Terminal, options: AskOptions): Promise<boolean> {
  const deletes = run.counts['delete'] ?? 0
  if (options.yes) return true
  if (deletes > 0 && options.deletes === undefined) {
    const question = `Write these ${sumPlannedWrites(run.counts)} changes? ${deletes} items are deleted, which cannot be undone. Type ${deletes} to agree: `
    return (await terminal.ask(question)).trim() === String(deletes)
  }
  return /^y(es)?$/i.test((await terminal.ask(`Write these ${sumPlannedWrites(run.counts)} changes? [y/N] `)).trim())
}

/**
 * Finds the plan with this id, else the only waiting plan, of `source` if given.
 * @throws CliError if none or several wait
 */
async function findWaitingRun(control: Client, source: string | undefined, planId: string | undefined): Promise<Run> {
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

interface DecideOptions {
  json?: boolean
  all?: boolean
  deletes?: number | undefined
}

/** Approves a waiting plan, follows the run and prints its result. @returns the exit code */
export async function applyPlan(
  control: Client,
  context: CommandContext,
  run: Run,
  options: DecideOptions,
): Promise<number> {
  const approved = await control.call(approveRun, { params: { id: run.run_id }, body: { deletes: options.deletes } })
  const ended = await followRun(control, approved.body.data, context.terminal, (next) => isFinal(next.status))
  const report: PlanWithRows<ReportRow> = await fetchReport(control, ended.run_id)
  if (options.json) context.terminal.printResult(formatJson({ ...report.head, run: ended, rows: report.rows }))
  else context.terminal.printResult(formatResult(ended, report.rows, context.terminal, options.all ?? false))
  return toExitCode(ended)
}

interface PlanOption {
  plan?: string
}

type ApproveOptions = PlanOption & Omit<DecideOptions, 'deletes'> & { deletes?: string }

function describeDecision(run: Run): string {
  const plan = `the plan of ${describeRun(run)} made at ${run.planned_at ?? run.started_at}`
  const writes = sumPlannedWrites(run.counts)
  return writes === 0
    ? `Ending ${plan}: it writes nothing (${describePlanCounts(run.counts)}).`
    : `Writing ${plan}: ${describePlanCounts(run.counts)}.`
}

/** `kitroom sync approve`: writes a waiting plan without asking. */
export const approvePlanCommand = (
  context: CommandContext,
  source: string | undefined,
  options: ApproveOptions,
): Promise<number> =>
  withControl(context.env, async (control) => {
    const deletes = parseExpectedDeletes(options.deletes)
    const run = await findWaitingRun(control, source, options.plan)
    if (run.status === 'waiting') context.terminal.printNote(describeDecision(run))
    return applyPlan(control, context, run, { ...options, deletes })
  })

export const rejectPlanCommand = (
  context: CommandContext,
  source: string | undefined,
  options: PlanOption & JsonOption,
): Promise<number> =>
  withControl(context.env, async (control) => {
    const waitingRun = await findWaitingRun(control, source, options.plan)
    const run = (await control.call(rejectRun, { params: { id: waitingRun.run_id }, body: {} })).body.data
    context.terminal.printResult(options.json ? formatJson(run) : formatRun(run))
    return EXIT.success
  })
