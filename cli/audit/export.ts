import type { CallInput } from '../../contract/operation.ts'
import { auditFormats, exportAudit } from '../../contract/settings/audit.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { chooseFormat, resolveUserPath } from '../files.ts'
import { writeDownload } from '../show/writeDownload.ts'
import { EXIT } from '../exit.ts'

export type ExportAuditOptions = Omit<NonNullable<CallInput<typeof exportAudit>['query']>, 'format'> & {
  out: string
  format?: string
}

/** `kitroom audit export`: all matching requests, oldest first. */
export async function exportAuditCommand(
  context: CommandContext,
  { out, format: requestedFormat, ...filters }: ExportAuditOptions,
): Promise<number> {
  const path = resolveUserPath(context.env, out)
  const format = chooseFormat(auditFormats, requestedFormat, path)
  if (!format) throw new CliError('Name a file that ends in .ndjson or .csv, or say --format ndjson or --format csv.')
  await withSettings(context.env, (settings) =>
    writeDownload(context.terminal, path, settings.download(exportAudit, { query: { ...filters, format } })),
  )
  return EXIT.success
}
