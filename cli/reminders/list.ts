import type { CallInput } from '../../contract/operation.ts'
import { toShortId } from '../../contract/control/reminderAnswers.ts'
import { listReminders, type ReminderInfo } from '../../contract/control/reminders.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'
import { fetchProblems, formatProblems } from '../show/problems.ts'
import { pageSummary, formatTable } from '../show/table.ts'
import { EXIT } from '../exit.ts'
import { formatTime } from '../show/time.ts'

export type ListRemindersOptions = CallInput<typeof listReminders>['query'] & { json?: boolean }

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
export const listRemindersCommand = (
  context: CommandContext,
  { json, ...query }: ListRemindersOptions,
): Promise<number> =>
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
