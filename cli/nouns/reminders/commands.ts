import { Readable } from 'node:stream'
import type { Command } from 'commander'
import { toShortId } from '../../../contract/control/reminderAnswers.ts'
import { previewReminder } from '../../../contract/control/reminderPreview.ts'
import {
  listReminders,
  runReminders,
  testReminders,
  type DayResult,
  type ReminderInfo,
  type TestedRecipient,
} from '../../../contract/control/reminders.ts'
import type { CallInput } from '../../../contract/operation.ts'
import { withControl } from '../../access/control.ts'
import {
  addPageFlags,
  EXIT,
  JSON_FLAG,
  type CommandContext,
  type JsonOption,
  type RunCommand,
} from '../../base/command.ts'
import { CliError } from '../../base/errors.ts'
import { resolveUserPath } from '../../base/files.ts'
import { describeSteps } from '../../show/dailySteps.ts'
import { writeDownload } from '../../show/download.ts'
import { fetchProblems, formatProblems } from '../../show/problems.ts'
import { formatTable, pageSummary } from '../../show/table.ts'
import { escapeUnsafe, formatJson } from '../../show/text.ts'
import { formatTime } from '../../show/time.ts'
import {
  acknowledgeCommand,
  listUnsubscribedCommand,
  parseDays,
  resubscribeCommand,
  snoozeCommand,
  withdrawLinksCommand,
} from './answers.ts'

type ListRemindersOptions = CallInput<typeof listReminders>['query'] & JsonOption

const HEADINGS = ['state', 'at', 'kind', 'due on', 'step', 'to', 'id', 'title']

const toCells = ({
  state,
  sent_at,
  created_at,
  kind,
  document_type,
  due_on,
  step,
  channel,
  recipient,
  subject,
  title,
}: ReminderInfo): unknown[] => [
  state,
  sent_at ?? created_at,
  document_type ?? kind,
  due_on,
  step,
  channel === recipient ? channel : `${channel} ${recipient}`,
  toShortId(subject),
  title,
]

function formatErrors({ title, recipient, error, next_try_at, attempts }: ReminderInfo): string[] {
  if (error === null) return []
  const retryText =
    next_try_at === null
      ? ''
      : ` Tried ${attempts === 1 ? 'once' : `${attempts} times`}, next at ${formatTime(next_try_at)}.`
  return [escapeUnsafe(`${recipient}, ${title}: ${error}${retryText}`)]
}

/** `kitroom reminders list`: newest first. */
const listRemindersCommand = (context: CommandContext, { json, ...query }: ListRemindersOptions): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(listReminders, { query })
    const { data, pagination } = body
    const problems = await fetchProblems(control)
    if (json) {
      context.terminal.printResult(formatJson({ ...body, problems }))
      return EXIT.success
    }
    for (const line of formatProblems(problems, context.terminal)) context.terminal.printNote(line)
    if (pagination.total === 0) context.terminal.printNote('There are no such reminders.')
    else {
      context.terminal.printResult([formatTable(HEADINGS, data.map(toCells)), ...data.flatMap(formatErrors)].join('\n'))
      context.terminal.printNote(pageSummary(pagination))
    }
    return EXIT.success
  })

const OUTCOME_TEXTS: Readonly<Record<TestedRecipient['outcome'], string>> = {
  sent: 'sent',
  retry: 'not sent; a reminder would be retried later',
  failed: 'not sent, and a reminder would not be retried',
  unknown: 'it is unknown whether it arrived',
}

const formatRecipient = ({ channel, recipient, outcome, error }: TestedRecipient): string =>
  escapeUnsafe(
    `${channel}${channel === recipient ? '' : ` ${recipient}`}: ${OUTCOME_TEXTS[outcome]}${error === null ? '' : `. ${error}`}`,
  )

/** `kitroom reminders test`: sends a test message through the channels of kitroom.yaml. */
const testRemindersCommand = (
  context: CommandContext,
  channel: string | undefined,
  { json }: JsonOption,
): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(testReminders, { body: channel === undefined ? {} : { channel } })
    if (json) context.terminal.printResult(formatJson(body))
    else if (body.data.length === 0) context.terminal.printNote('kitroom.yaml has no channels: nobody is reminded.')
    else context.terminal.printResult(body.data.map(formatRecipient).join('\n'))
    return body.data.every(({ outcome }) => outcome === 'sent') ? EXIT.success : EXIT.failed
  })

interface PreviewOptions {
  person?: string
  out?: string
  json?: boolean
}

/** `kitroom reminders preview <kind>`: prints the mail of a reminder, or writes its HTML. */
const previewReminderCommand = (
  context: CommandContext,
  kind: string,
  { person, out, json }: PreviewOptions,
): Promise<number> =>
  withControl(context.env, async (control) => {
    if (out !== undefined && !/\.html?$/i.test(out)) throw new CliError('--out must name a file that ends in .html.')
    const { terminal } = context
    const { body } = await control.call(previewReminder, { query: { kind, person } })
    const { is_example: isExample, subject, text, html } = body.data
    if (isExample) terminal.printNote('This is an example: nothing of this kind is due or concerns the person.')
    if (out !== undefined) {
      await writeDownload(terminal, resolveUserPath(context.env, out), Readable.from([html]))
    }
    if (json) terminal.printResult(formatJson(body))
    else if (out === undefined) terminal.printResult(escapeUnsafe(`Subject: ${subject}\n\n${text.trimEnd()}`, '\n'))
    return EXIT.success
  })

function formatResult({ outcome, counts, error }: DayResult): string {
  const lines = describeSteps(counts)
  if (outcome === 'running') return 'The daily run continues in the background. Its results: kitroom reminders list'
  if (outcome === 'failed') lines.push(`Not everything could be done:\n${error ?? ''}`)
  return escapeUnsafe(lines.join('\n'), '\n')
}

/** `kitroom reminders run`: starts the daily run now. */
const runRemindersCommand = (context: CommandContext, { json }: JsonOption): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(runReminders, { body: {} })
    context.terminal.printResult(json ? formatJson(body) : formatResult(body.data))
    return body.data.outcome === 'failed' ? EXIT.failed : EXIT.success
  })

function addUnsubscribedCommands(reminders: Command, run: RunCommand): void {
  reminders
    .command('unsubscribed')
    .description('list the people who have unsubscribed from reminders by the link of a mail')
    .option(...JSON_FLAG)
    .action(run(listUnsubscribedCommand))
  reminders
    .command('resubscribe <person>')
    .description('send reminders to a person again who has unsubscribed')
    .option(...JSON_FLAG)
    .action(run(resubscribeCommand))
}

export function addReminderCommands(program: Command, run: RunCommand): void {
  const reminders = program.command('reminders').description('reminders and their delivery')
  addPageFlags(reminders.command('list').description('list reminders with their state, newest first'))
    .option('--state <state>', 'pending, sending, sent, failed, unknown or skipped')
    .option(...JSON_FLAG)
    .action(run(listRemindersCommand))
  reminders
    .command('test [channel]')
    .description('send a test message through every channel of kitroom.yaml, or one')
    .option(...JSON_FLAG)
    .action(run(testRemindersCommand))
  reminders
    .command('preview <kind>')
    .description(
      'show the mail of a reminder as it would be sent now: maintenance, warranty, insurance, covered_service, shoot_tomorrow, problem or digest',
    )
    .option('--person <id>', 'of what concerns a person of kitroom.yaml')
    .option('--out <file>', 'write the HTML to a file that ends in .html')
    .option(...JSON_FLAG)
    .action(run(previewReminderCommand))
  reminders
    .command('run')
    .description('start the daily run now: enter due maintenance and send reminders')
    .option(...JSON_FLAG)
    .action(run(runRemindersCommand))
  reminders
    .command('ack <id>')
    .description('acknowledge a reminder: nobody is reminded of that date again')
    .option(...JSON_FLAG)
    .action(run(acknowledgeCommand))
  reminders
    .command('snooze <id>')
    .description('postpone a reminder, but not past its date')
    .requiredOption('--for <period>', 'such as 7d or 2w', parseDays)
    .option(...JSON_FLAG)
    .action(run(snoozeCommand))
  reminders
    .command('withdraw-links')
    .description('withdraw all links in reminders, for example after a mail was forwarded')
    .option(...JSON_FLAG)
    .action(run(withdrawLinksCommand))
  addUnsubscribedCommands(reminders, run)
}
