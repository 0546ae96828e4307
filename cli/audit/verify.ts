import { verifyAudit, type AuditReport } from '../../contract/settings/audit.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'

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

/** A million rows take ten seconds, several times that on a busy machine. */
const TIMEOUT_MS = 15 * 60 * 1000

/** `kitroom audit verify`: detects changed, removed and added rows. Exits with 1 when it finds any. */
export const verifyAuditCommand = (
  context: CommandContext,
  options: { head?: string; json?: boolean },
): Promise<number> =>
  withSettings(
    context.env,
    async (settings) => {
      const { body } = await settings.call(verifyAudit, { query: { head: options.head } })
      context.terminal.printResult(options.json ? formatJson(body) : describeReport(body.data).join('\n'))
      return body.data.ok ? EXIT.success : EXIT.failed
    },
    TIMEOUT_MS,
  )
