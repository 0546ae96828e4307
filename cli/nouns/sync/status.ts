import type { Client } from '../../../client/client.ts'
import { getRun, listSources, type Run, type SourceInfo } from '../../../contract/control/control.ts'
import { exportReport, type TableFormat } from '../../../contract/control/sheetFiles.ts'
import { isFinal } from '../../../contract/temporal.ts'
import { withControl } from '../../access/control.ts'
import { EXIT, type CommandContext, type JsonOption } from '../../base/command.ts'
import { CliError } from '../../base/errors.ts'
import { chooseFormat, resolveUserPath } from '../../base/files.ts'
import { writeOrPrintDownload } from '../../show/download.ts'
import { formatPlan } from '../../show/plan.ts'
import { fetchProblems, formatProblems } from '../../show/problems.ts'
import { escapeUnsafe, formatJson } from '../../show/text.ts'
import { fetchSettingsFile, formatSettingsFile } from '../../show/settingsFile.ts'
import { fetchNewestRuns } from './decide.ts'
import { fetchPlan, fetchReport, formatResult, formatRun, toExitCode } from './run.ts'
import { formatSchedule } from './schedule.ts'

interface StatusOptions {
  plan?: string
  json?: boolean
  all?: boolean
}

const MAX_LISTED_RUNS = 10

async function showPlanStatus(context: CommandContext, id: string, options: StatusOptions): Promise<number> {
  const { terminal } = context
  return withControl(context.env, async (control) => {
    const run: Run = (await control.call(getRun, { params: { id } })).body.data
    const hasResults = isFinal(run.status) && Object.keys(run.results).length > 0
    if (run.planned_at === null) terminal.printResult(options.json ? formatJson({ run }) : formatRun(run))
    else if (options.json) {
      const { head, rows } = hasResults ? await fetchReport(control, id) : await fetchPlan(control, id)
      terminal.printResult(formatJson({ ...head, run, rows }))
    } else {
      const plan = await fetchPlan(control, id)
      terminal.printResult(formatPlan(plan.head, plan.rows, terminal, options.all ?? false))
      terminal.printResult(
        hasResults ? formatResult(run, (await fetchReport(control, id)).rows, terminal, false) : formatRun(run),
      )
    }
    return toExitCode(run)
  })
}

/** `kitroom sync status`: the newest runs, or one plan with its rows. Exits with the code of the newest run shown. */
export async function showSyncStatusCommand(
  context: CommandContext,
  source: string | undefined,
  options: StatusOptions,
): Promise<number> {
  if (options.plan !== undefined) return showPlanStatus(context, options.plan, options)
  return withControl(context.env, async (control) => {
    const runs = await fetchNewestRuns(control, source, MAX_LISTED_RUNS)
    const problems = await fetchProblems(control)
    const settingsFile = await fetchSettingsFile(control)
    if (options.json) context.terminal.printResult(formatJson({ runs, problems, settings_file: settingsFile }))
    else
      context.terminal.printResult(
        [
          ...formatProblems(problems, context.terminal),
          ...formatSettingsFile(settingsFile, context.terminal),
          runs.map(formatRun).join('\n') || 'No run yet.',
        ].join('\n'),
      )
    return runs[0] ? toExitCode(runs[0]) : EXIT.success
  })
}

function formatSource(source: SourceInfo): string {
  const head = `${escapeUnsafe(source.source)}  ${source.kind} ${escapeUnsafe(source.location)}  key ${source.key}, approval ${source.approve}, ${source.bound_items} items bound`
  const schedule = source.schedule ? `\n  ${formatSchedule(source.schedule)}` : ''
  return source.last_run
    ? `${head}${schedule}\n  last: ${formatRun(source.last_run)}`
    : `${head}${schedule}\n  never synced`
}

export const listRunsCommand = (context: CommandContext, options: JsonOption): Promise<number> =>
  withControl(context.env, async (control) => {
    const sources = (await control.call(listSources)).body.data
    if (options.json) context.terminal.printResult(formatJson({ sources }))
    else context.terminal.printResult(sources.map(formatSource).join('\n') || 'kitroom.yaml names no source yet.')
    return EXIT.success
  })

interface ShowOptions {
  format?: string
  out?: string
  json?: boolean
}

const formats = ['csv', 'xlsx', 'json'] as const

async function* formatJsonReport(control: Client, id: string): AsyncGenerator<string> {
  const run = (await control.call(getRun, { params: { id } })).body.data
  const { head, rows } = await fetchReport(control, id)
  yield `${formatJson({ ...head, run, rows })}\n`
}

const formatTableReport = (control: Client, id: string, format: TableFormat): AsyncIterable<Uint8Array> =>
  control.download(exportReport, { params: { id }, query: { format } })

/** `kitroom sync show <run>`: shows the result of every row, as text, JSON, CSV or XLSX. Exits with the run's code. */
export async function showRunCommand(context: CommandContext, id: string, options: ShowOptions): Promise<number> {
  const path = options.out === undefined ? undefined : resolveUserPath(context.env, options.out)
  const format = chooseFormat(formats, options.format ?? (options.json ? 'json' : undefined), path)
  if (!format) {
    if (path !== undefined) throw new CliError('Name a file that ends in .csv, .xlsx or .json, or say --format.')
    return showSyncStatusCommand(context, undefined, { plan: id, all: true })
  }
  if (format === 'xlsx' && path === undefined) throw new CliError('A workbook needs a file: say --out report.xlsx.')
  return withControl(context.env, async (control) => {
    const run = (await control.call(getRun, { params: { id } })).body.data
    const chunks = format === 'json' ? formatJsonReport(control, id) : formatTableReport(control, id, format)
    await writeOrPrintDownload(context.terminal, path, chunks)
    return toExitCode(run)
  })
}
