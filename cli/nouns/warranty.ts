import { Option, type Command } from 'commander'
import type { Client } from '../../client/client.ts'
import {
  exportWarrantyReport,
  readWarrantyReport,
  WarrantyCounts,
  WarrantyFinding,
  WarrantyReportHead,
} from '../../contract/control/warrantyReport.ts'
import { withControl } from '../access/control.ts'
import { EXIT, JSON_FLAG, type CommandContext, type RunCommand } from '../base/command.ts'
import { CliError } from '../base/errors.ts'
import { resolveUserPath } from '../base/files.ts'
import { writeOrPrintDownload } from '../show/download.ts'
import { readHeadedStream } from '../show/readHeadedStream.ts'
import { formatTable } from '../show/table.ts'
import { chooseTextLimit, formatJson } from '../show/text.ts'

interface WarrantyReportOptions {
  json?: boolean
  csv?: boolean
  out?: string
  all?: boolean
}

interface Report {
  head: WarrantyReportHead
  findings: WarrantyFinding[]
  counts: WarrantyCounts
}

/** Maximum number of findings per kind on a terminal without `--all`. */
const SHOWN_FINDINGS = 20

async function fetchReport(control: Client): Promise<Report> {
  const { head, items, end } = await readHeadedStream(control.stream(readWarrantyReport), {
    what: 'report',
    head: { kind: 'warranty_report', schema: WarrantyReportHead },
    item: WarrantyFinding,
    end: { kind: 'counts', schema: WarrantyCounts },
  })
  return { head, findings: items, counts: end }
}

interface Section {
  kind: WarrantyFinding['kind']
  describe: (report: Report) => string
  headings: readonly string[]
  toCells: (finding: WarrantyFinding, currency: string) => unknown[]
}

const nameItem = ({ item, asset_tag: tag }: WarrantyFinding): string | null =>
  item === null || tag === null ? item : `${item} (${tag})`
const documentCells = ({
  document,
  provider,
  reference_number: reference,
  ends_on: end,
}: WarrantyFinding): unknown[] => [document, provider, reference, end ?? 'no end']
const DOCUMENT_HEADINGS = ['document', 'provider', 'reference', 'ends on']

const SECTIONS: readonly Section[] = [
  {
    kind: 'paid',
    describe: ({ head, counts }) =>
      `Paid although covered: ${counts.paid} services, ${counts.paid_sum.toFixed(2)} ${head.currency}`,
    headings: ['date', 'item', 'service', 'paid', ...DOCUMENT_HEADINGS],
    toCells: (one, currency) => [
      one.service_date,
      nameItem(one),
      one.service_type,
      `${(one.paid ?? 0).toFixed(2)} ${currency}`,
      ...documentCells(one),
    ],
  },
  {
    kind: 'ending',
    describe: ({ counts }) =>
      `Ending: ${counts.ending.map(({ within_days: days, documents }) => `${documents} within ${days} days`).join(', ')}`,
    headings: ['days left', 'item', ...DOCUMENT_HEADINGS],
    toCells: (one) => [one.days_left, nameItem(one), ...documentCells(one)],
  },
  {
    kind: 'no_receipt',
    describe: ({ counts }) => `In force without a receipt: ${counts.no_receipt}`,
    headings: ['item', ...DOCUMENT_HEADINGS],
    toCells: (one) => [nameItem(one), ...documentCells(one)],
  },
  {
    kind: 'not_covered',
    describe: ({ counts }) =>
      `Items without a warranty or insurance in force: ${counts.not_covered} of ${counts.items}`,
    headings: ['item', 'type'],
    toCells: (one) => [nameItem(one), one.item_type],
  },
]

function formatSection(report: Report, { kind, describe, headings, toCells }: Section, showsAll: boolean): string {
  const findings = report.findings.filter((finding) => finding.kind === kind)
  const shown = showsAll ? findings : findings.slice(0, chooseTextLimit(SHOWN_FINDINGS))
  const hidden = findings.length - shown.length
  const rows = shown.map((finding) => toCells(finding, report.head.currency))
  return [
    describe(report),
    ...(shown.length === 0 ? [] : [formatTable(headings, rows)]),
    ...(hidden > 0 ? [`… and ${hidden} more (--all shows everything)`] : []),
  ].join('\n')
}

/** `kitroom warranty report`: shows gaps in coverage, ends, and maintenance that was paid despite coverage. */
const warrantyReportCommand = (
  context: CommandContext,
  { json, csv, out, all }: WarrantyReportOptions,
): Promise<number> =>
  withControl(context.env, async (control) => {
    if (out !== undefined && !csv) throw new CliError('Say what to write: --csv.')
    if (csv) {
      const path = out === undefined ? undefined : resolveUserPath(context.env, out)
      await writeOrPrintDownload(context.terminal, path, control.download(exportWarrantyReport))
      return EXIT.success
    }
    const report = await fetchReport(control)
    const { kind: _head, ...head } = report.head
    const { kind: _counts, ...counts } = report.counts
    const text = SECTIONS.map((section) => formatSection(report, section, all === true)).join('\n\n')
    context.terminal.printResult(json ? formatJson({ ...head, counts, data: report.findings }) : text)
    return EXIT.success
  })

export function addWarrantyCommands(program: Command, run: RunCommand): void {
  program
    .command('warranty')
    .description('warranties and insurances')
    .command('report')
    .description('what was paid although covered, what ends soon, what lacks a receipt, what is not covered')
    .option(...JSON_FLAG)
    .addOption(new Option('--csv', 'print a table as CSV').conflicts('json'))
    .option('--out <path>', 'write the table to a file')
    .option('--all', 'show every finding')
    .action(run(warrantyReportCommand))
}
