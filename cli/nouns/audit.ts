import type { Command } from 'commander'
import type { CallInput } from '../../contract/operation.ts'
import {
  auditFormats,
  exportAudit,
  listAudit,
  verifyAudit,
  type AuditEntry,
  type AuditReport,
} from '../../contract/settings/audit.ts'
import { withSettings } from '../access/settings.ts'
import { EXIT, JSON_FLAG, type CommandContext, type JsonOption, type RunCommand } from '../base/command.ts'
import { CliError } from '../base/errors.ts'
import { chooseFormat, resolveUserPath } from '../base/files.ts'
import { writeDownload } from '../show/download.ts'
import { formatTable } from '../show/table.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'

interface FilterOptions {
  keyId?: string
  requestId?: string
  objectId?: string
}

const toQuery = <T extends FilterOptions>({ keyId, requestId, objectId, ...rest }: T) => ({
  ...rest,
  key_id: keyId,
  request_id: requestId,
  object_id: objectId,
})

type ListAuditOptions = FilterOptions & CallInput<typeof listAudit>['query'] & JsonOption

const toCells = (entry: AuditEntry): unknown[] => [
  entry.at,
  entry.status,
  entry.count,
  entry.method,
  entry.route,
  entry.object_id,
  entry.object_name,
  entry.error ?? (entry.changed === null ? null : entry.changed.join(' ')),
  entry.key,
  entry.request_id,
]

const listAuditCommand = (context: CommandContext, { json, ...query }: ListAuditOptions): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(listAudit, { query: toQuery(query) })
    const text = formatTable(
      ['at', 'status', 'count', 'method', 'path', 'record', 'name', 'error or changes', 'key', 'request'],
      body.data.map(toCells),
    )
    context.terminal.printResult(json ? formatJson(body) : text)
    const nextCursor = body.pagination.next_cursor
    if (!json && nextCursor !== null) context.terminal.printNote(`Next page: --cursor ${nextCursor}`)
    return EXIT.success
  })

type ExportAuditOptions = FilterOptions &
  Omit<NonNullable<CallInput<typeof exportAudit>['query']>, 'format'> & {
    out: string
    format?: string
  }

/** `kitroom audit export`: all matching requests, oldest first. */
async function exportAuditCommand(
  context: CommandContext,
  { out, format: requestedFormat, ...filters }: ExportAuditOptions,
): Promise<number> {
  const path = resolveUserPath(context.env, out)
  const format = chooseFormat(auditFormats, requestedFormat, path)
  if (!format) throw new CliError('Name a file that ends in .ndjson or .csv, or say --format ndjson or --format csv.')
  await withSettings(context.env, (settings) =>
    writeDownload(context.terminal, path, settings.download(exportAudit, { query: { ...toQuery(filters), format } })),
  )
  return EXIT.success
}

function describeReport(report: AuditReport): string[] {
  const prunedText =
    report.pruned_rows > 0
      ? `; ${report.pruned_rows} older ones were deleted or merged by the retention, their hashes hold`
      : ''
  const summary =
    report.fault === null
      ? `The audit holds: ${report.rows} rows of ${report.count} requests up to number ${report.seq}${prunedText}.`
      : `The audit does not hold: ${escapeUnsafe(report.fault)}.`
  const headLines =
    report.head_found === null
      ? []
      : [
          report.head_found
            ? 'The head you gave is part of it.'
            : 'The head you gave is NOT part of it: what it stood for was replaced.',
        ]
  return [
    summary,
    ...headLines,
    `Head: ${report.head}`,
    'Keep the head somewhere else, and check against it next time with --head.',
  ]
}

/** A million rows take ten seconds, and several times that on a busy machine. */
const TIMEOUT_MS = 15 * 60 * 1000

/** `kitroom audit verify`: detects changed, removed and added rows. Exits with 1 if it finds any. */
const verifyAuditCommand = (context: CommandContext, options: { head?: string; json?: boolean }): Promise<number> =>
  withSettings(
    context.env,
    async (settings) => {
      const { body } = await settings.call(verifyAudit, { query: { head: options.head } })
      context.terminal.printResult(options.json ? formatJson(body) : describeReport(body.data).join('\n'))
      return body.data.ok ? EXIT.success : EXIT.failed
    },
    TIMEOUT_MS,
  )

const addFilters = (command: Command): Command =>
  command
    .option('--from <when>', 'a day or a moment')
    .option('--to <when>', 'a day or a moment, inclusive')
    .option('--key-id <id>')
    .option('--request-id <id>')
    .option('--method <method>', 'GET, POST, PATCH or DELETE')
    .option('--status <status>', 'such as 404, or 4xx')
    .option('--object-id <id>', 'the record that was asked for or changed')

/** These commands need the owner key in KITROOM_OWNER_KEY. */
export function addAuditCommands(program: Command, run: RunCommand): void {
  const audit = program
    .command('audit')
    .description('log of API requests, with a proof that it is unchanged (owner key)')
  addFilters(audit.command('list').description('requests, newest first'))
    .option('--limit <count>', '1 to 200')
    .option('--cursor <cursor>', 'cursor of the next page')
    .option(...JSON_FLAG)
    .action(run(listAuditCommand))
  addFilters(audit.command('export').description('every request in a file, oldest first'))
    .requiredOption('--out <path>', 'a file that ends in .ndjson or .csv')
    .option('--format <format>', 'ndjson or csv, if the file name does not tell')
    .action(run(exportAuditCommand))
  audit
    .command('verify')
    .description('check that no row was changed, removed or added')
    .option('--head <hash>', 'a head that an earlier check gave')
    .option(...JSON_FLAG)
    .action(run(verifyAuditCommand))
}
