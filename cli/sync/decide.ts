import type { Client } from '../../client/client.ts'
import { approveRun, type ReportRow, type Run } from '../../contract/control/control.ts'
import { isFinal } from '../../contract/temporal.ts'
import { formatJson } from '../show/text.ts'
import type { CommandContext } from '../context.ts'
import { followRun } from './follow.ts'
import { toExitCode } from './exitCode.ts'
import { fetchReport, type PlanWithRows } from './read.ts'
import { formatResult } from './show.ts'

export interface DecideOptions {
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
