import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { acknowledgeReminder, snoozeReminder } from '../../../contract/control/reminderAnswers.ts'
import type { ReminderInfo } from '../../../contract/control/reminders.ts'
import { callWorker } from '../../api/request.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { useNotify } from '../../parts/useNotify.ts'
import { useReminderTitle } from '../../parts/useReminderTitle.ts'

const SNOOZE_DAYS = 7

/** Shows the answers that mails offer too: no more reminders of this date, or again in a week. */
export function ReminderAnswers({ reminder }: { reminder: ReminderInfo }) {
  const texts = useTexts().reminders
  const format = useFormat()
  const toTitle = useReminderTitle()
  const client = useQueryClient()
  const notify = useNotify()
  const body = { id: reminder.subject }
  const { mutate, isPending } = useMutation({
    mutationFn: async (answer: 'acknowledge' | 'snooze') => {
      if (answer === 'acknowledge') {
        const { data } = await callWorker<typeof acknowledgeReminder>('POST /reminders/acknowledge', { body })
        return texts.acknowledged(toTitle(data))
      }
      const { data } = await callWorker<typeof snoozeReminder>('POST /reminders/snooze', {
        body: { ...body, days: SNOOZE_DAYS },
      })
      const title = toTitle(data)
      return data.next_on === null ? texts.noneFollows(title) : texts.snoozed(title, format.day(data.next_on))
    },
    onSuccess: async (message) => {
      notify.message(message)
      await client.invalidateQueries({ queryKey: ['reminders'] })
    },
    onError: notify.error,
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
