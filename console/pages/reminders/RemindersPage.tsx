import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { acknowledgeReminder, snoozeReminder } from '../../../contract/reminderAnswers.ts'
import type { ReminderInfo, ReminderState } from '../../../contract/reminders.ts'
import { remindersQuery } from '../../api/queries.ts'
import { callWorker } from '../../api/request.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../app/format.ts'
import { useTexts } from '../../app/language.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Tag, type Tone } from '../../parts/Tag.tsx'

const SHOWN = 100
const SNOOZE_DAYS = 7
const tones: Record<ReminderState, Tone> = { pending: 'busy', sending: 'busy', sent: 'good', failed: 'bad', unknown: 'warn', skipped: 'quiet' }
const ANSWERABLE = new Set(['maintenance', 'warranty', 'insurance'])

function Answers({ reminder }: { reminder: ReminderInfo }) {
  const texts = useTexts().reminders
  const format = useFormat()
  const client = useQueryClient()
  const body = { id: reminder.subject }
  const { mutate, isPending } = useMutation({
    mutationFn: async (answer: 'acknowledge' | 'snooze') => {
      if (answer === 'acknowledge') {
        const { data } = await callWorker<typeof acknowledgeReminder>('POST /reminders/acknowledge', { body })
        return texts.acknowledged(data.title)
      }
      const { data } = await callWorker<typeof snoozeReminder>('POST /reminders/snooze', { body: { ...body, days: SNOOZE_DAYS } })
      return data.next_on === null ? texts.noneFollows(data.title) : texts.snoozed(data.title, format.day(data.next_on))
    },
    onSuccess: async (message) => {
      notifications.show({ message })
      await client.invalidateQueries({ queryKey: ['reminders'] })
    },
    onError: (error) => void notifications.show({ color: 'red', message: error.message, autoClose: false }),
  })
  return (
    <div className="row">
      <Button size="compact-xs" variant="light" disabled={isPending} onClick={() => mutate('acknowledge')}>
        {texts.acknowledge}
      </Button>
      <Button size="compact-xs" variant="default" disabled={isPending} onClick={() => mutate('snooze')}>
        {texts.snooze}
      </Button>
    </div>
  )
}

function ReminderRow({ reminder }: { reminder: ReminderInfo }) {
  const texts = useTexts().reminders
  const format = useFormat()
  const { ownerCan } = useRights()
  return (
    <tr>
      <td dir="auto">
        {reminder.title}
        {reminder.error !== null && <div className="soft">{reminder.error}</div>}
      </td>
      <td>{/^\d{4}-\d{2}-\d{2}$/.test(reminder.due_on) ? format.day(reminder.due_on) : reminder.due_on}</td>
      <td>
        {reminder.recipient} <span className="soft">{reminder.channel}</span>
      </td>
      <td>
        <Tag tone={tones[reminder.state]}>{texts.states[reminder.state]}</Tag>
      </td>
      <td>{ANSWERABLE.has(reminder.kind) && ownerCan('automation:write') && <Answers reminder={reminder} />}</td>
    </tr>
  )
}

/** The ledger of reminders, newest first, and the answers that mail offers too. */
export function RemindersPage() {
  const texts = useTexts()
  const { data, error, isPending, refetch } = useQuery(remindersQuery({ limit: SHOWN }))
  return (
    <>
      <PageHead title={texts.reminders.title} />
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isPending && <PageSkeleton />}
      {data?.data.length === 0 && <Empty title={texts.reminders.emptyTitle} text={texts.reminders.emptyText} />}
      {data && data.data.length > 0 && (
        <div className="panel scroll-x">
          <table className="sheet">
            <thead>
              <tr>
                <th>{texts.reminders.about}</th>
                <th>{texts.reminders.due}</th>
                <th>{texts.reminders.to}</th>
                <th>{texts.reminders.state}</th>
                <th>{texts.reminders.answer}</th>
              </tr>
            </thead>
            <tbody>
              {data.data.map((reminder) => (
                <ReminderRow
                  key={[reminder.kind, reminder.subject, reminder.due_on, reminder.step, reminder.channel, reminder.recipient].join(' ')}
                  reminder={reminder}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
