import { getRun } from '../../contract/control/control.ts'
import { exportReport, type TableFormat } from '../../contract/control/sheetFiles.ts'
import type { Client } from '../../client/client.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { chooseFormat, resolveUserPath } from '../files.ts'
import { formatJson } from '../show/text.ts'
import { writeOrPrintDownload } from '../show/writeDownload.ts'
import { toExitCode } from './exitCode.ts'
import { fetchReport } from './read.ts'
import { showSyncStatusCommand } from './status.ts'

export interface ShowOptions {
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

/** `kitroom sync show <run>`: the result of every row, as text, JSON, CSV or XLSX. Exits with the run's code. */
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
