import { Button, Select } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReminderState } from '../../../contract/control/reminders.ts'
import { reminderPagesQuery } from '../../api/queries.ts'
import { useTexts } from '../../base/language.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Older } from '../../parts/Older.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'
import { ReminderLine } from './ReminderLine.tsx'
import './reminders.css'
import { reminderStates, type RemindersSearch } from './search.ts'

const route = getRouteApi('/reminders')

function Ledger({ state }: { state: ReminderState | undefined }) {
  const texts = useTexts().reminders
  const query = useInfiniteQuery(reminderPagesQuery(state))
  const { data, error, isPending, refetch } = query
  const reminders = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isPending && <PageSkeleton />}
      {data && reminders.length === 0 && state === undefined && (
        <Empty title={texts.emptyTitle} text={texts.emptyText} />
      )}
      {data && reminders.length === 0 && state !== undefined && (
        <Empty title={texts.noneTitle} text={texts.noneText(texts.states[state])} />
      )}
      {reminders.length > 0 && (
        <ul className="panel reminders" aria-label={texts.title}>
          {reminders.map((reminder) => (
            <ReminderLine
              key={[
                reminder.kind,
                reminder.subject,
                reminder.due_on,
                reminder.step,
                reminder.channel,
                reminder.recipient,
              ].join(' ')}
              reminder={reminder}
            />
          ))}
        </ul>
      )}
      <Older query={query} label={texts.older} />
    </>
  )
}

/** Shows the ledger of reminders, newest first, with the answers that mails offer, and a preview of the mails. */
export function RemindersPage() {
  const { reminders: texts, all } = useTexts()
  const { state, preview } = route.useSearch()
  const navigate = useNavigate()
  const go = (search: RemindersSearch): void =>
    void navigate({ to: '/reminders', search, replace: true, resetScroll: false })
  const place = state ? { state } : {}
  return (
    <>
      <PageHead title={texts.title}>
        <Button variant="default" onClick={() => go({ ...place, preview: true })}>
          {texts.preview}
        </Button>
      </PageHead>
      <div className="stack">
        <Select
          aria-label={texts.state}
          placeholder={all}
          maw={240}
          data={reminderStates.map((value) => ({ value, label: texts.states[value] }))}
          value={state ?? null}
          clearable
          onChange={(value) => go(value === null ? {} : { state: value })}
        />
        <Ledger key={state ?? ''} state={state} />
      </div>
      {preview && <PreviewDialog onClose={() => go(place)} />}
    </>
  )
}
