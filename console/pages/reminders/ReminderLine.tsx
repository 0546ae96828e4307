import type { ReminderInfo, ReminderState } from '../../../contract/control/reminders.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../base/format.ts'
import { useLanguage, useTexts } from '../../base/language.tsx'
import { useSay } from '../../base/useSay.ts'
import { EnglishDetails } from '../../parts/EnglishDetails.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Tag, type Tone } from '../../parts/Tag.tsx'
import { useReminderTitle } from '../../parts/useReminderTitle.ts'
import { ReminderAnswers } from './ReminderAnswers.tsx'

const tones: Record<ReminderState, Tone> = {
  pending: 'busy',
  sending: 'busy',
  sent: 'good',
  failed: 'bad',
  unknown: 'warn',
  skipped: 'quiet',
}
const ANSWERABLE = new Set(['maintenance', 'warranty', 'insurance'])
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Shows what a server answered, or why nothing was sent. What an earlier version stored is English, under details. */
function Cause({ error, sentences }: { error: string; sentences: ReminderInfo['error_sentences'] }) {
  const { language } = useLanguage()
  const said = useSay()(error, sentences)
  if (language !== 'en' && said.english === undefined)
    return <EnglishDetails said={[{ text: error, english: error }]} />
  return (
    <>
      <div className="soft wrap" dir="auto">
        {said.text}
      </div>
      <EnglishDetails said={[said]} />
    </>
  )
}

/** Describes the state of a reminder and its reason. */
function Story({ reminder }: { reminder: ReminderInfo }) {
  const texts = useTexts().reminders
  const { state, attempts, next_try_at: nextTryAt, sent_at: sentAt, error, error_sentences: sentences } = reminder
  return (
    <div className="small">
      <span>{state === 'pending' && attempts > 0 ? texts.retried(attempts) : texts.stories[state]}</span>{' '}
      {state === 'sent' && sentAt !== null && <Moment at={sentAt} />}
      {state !== 'sent' && nextTryAt !== null && (
        <span>
          {texts.nextTry} <Moment at={nextTryAt} />.
        </span>
      )}
      {error !== null && <Cause error={error} sentences={sentences} />}
    </div>
  )
}

/** Describes when a reminder is sent: days before its date, on it, or after. */
function useStep(): (reminder: ReminderInfo) => string {
  const texts = useTexts().reminders
  const format = useFormat()
  return ({ due_on: due, step }) => (DAY.test(due) ? `${format.day(due)} · ${texts.step(step)}` : due)
}

export function ReminderLine({ reminder }: { reminder: ReminderInfo }) {
  const texts = useTexts()
  const { ownerCan } = useRights()
  const toStep = useStep()
  const toTitle = useReminderTitle()
  const to = reminder.recipient === reminder.channel ? reminder.channel : `${reminder.recipient} (${reminder.channel})`
  const kind =
    reminder.document_type === null
      ? texts.reminders.kinds[reminder.kind]
      : texts.documents.types[reminder.document_type]
  return (
    <li className="reminder">
      <div className="reminder-main">
        <div className="wrap" dir="auto">
          {toTitle(reminder)}
        </div>
        <div className="small soft wrap">
          {[kind ?? reminder.kind.replaceAll('_', ' '), toStep(reminder)].join(' · ')}
        </div>
        <div className="small soft wrap" dir="auto">
          {texts.reminders.to} {to}, <Moment at={reminder.created_at} />
        </div>
      </div>
      <div className="reminder-state">
        <Tag tone={tones[reminder.state]}>{texts.reminders.states[reminder.state]}</Tag>
        <Story reminder={reminder} />
      </div>
      {ANSWERABLE.has(reminder.kind) && ownerCan('automation:write') && <ReminderAnswers reminder={reminder} />}
    </li>
  )
}
