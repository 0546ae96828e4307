import { ApiError, ConnectionError } from '../../client/errors.ts'
import { toLinkPath, type LinkAction, type ReminderLink } from '../../activities/notify/links/linkToken.ts'
import { parsePayload } from '../../activities/notify/payload.ts'
import { listChannelRecipients } from '../../activities/notify/routes.ts'
import type { Texts } from '../../messages/languages/texts.ts'
import type { WholeAnswer } from '../../platform/http/answer.ts'
import { findReminderAnswer, listReminderTexts } from '../../state/reminders/reminderAnswers.ts'
import type { SettingsAccess, StateAccess } from '../context/context.ts'
import { acknowledgeReminder, completeMaintenance, snoozeReminder, type AnswerContext } from '../reminders/answer.ts'
import { readRecipientConfig } from '../problems/recipients.ts'
import type { ReminderLinks } from '../../activities/notify/links/reminderLinks.ts'
import { createLinkNotFound, createUnavailableError, IngressError } from './problem.ts'
import { readReaderTexts, type ReaderContext } from './readReaderTexts.ts'
import { toPageAnswer, type PageButton } from './reminderPage.ts'
import type { IngressRequest, IngressRoute } from './route.ts'

const SNOOZE_DAYS = [1, 7, 30]
/** Default number of days of a link that postpones. */
const LINK_SNOOZE_DAYS = '7'

interface Answered {
  title: string
  about: { kind: string; subject: string; due_on: string }
  action: LinkAction | undefined
  /** Texts for the person of the link. */
  texts: Texts
}

const toAnswer = (
  { title, texts }: Answered,
  sentences: readonly string[],
  buttons: readonly PageButton[] = [],
): WholeAnswer => toPageAnswer({ language: texts.language, title, sentences, buttons })

const createConfirmButton = ({ page }: Texts): PageButton => ({
  text: page.confirmCompletion,
  fields: { action: 'done', confirm: 'yes' },
})

/** Lists the buttons of all actions, the link's action first. */
function listButtons({ about, action, texts }: Answered): PageButton[] {
  const { page } = texts
  const buttons: PageButton[] = [
    { text: page.acknowledge, fields: { action: 'ack' } },
    ...SNOOZE_DAYS.map((days) => ({ text: page.remindIn(days), fields: { action: 'snooze', days: String(days) } })),
    ...(about.kind === 'maintenance' ? [{ text: page.workDone, fields: { action: 'done' } }] : []),
  ]
  const isChosen = ({ fields }: PageButton): boolean =>
    fields['action'] === action && (action !== 'snooze' || fields['days'] === LINK_SNOOZE_DAYS)
  const others = buttons.filter((button) => !isChosen(button))
  return action === 'done' ? [createConfirmButton(texts), ...others] : [...buttons.filter(isChosen), ...others]
}

async function showQuestion({ state }: StateAccess, answered: Answered): Promise<WholeAnswer> {
  const { about, texts } = answered
  const { page, format } = texts
  const answer = await state.read((tx) => findReminderAnswer(tx, about))
  const until =
    answer &&
    (answer.snoozed_until === null ? page.wasAcknowledged : page.wasPostponed(format.day(answer.snoozed_until)))
  const question = answered.action === 'done' ? [page.askCompletion] : []
  return toAnswer(
    answered,
    [...(until === undefined ? [] : [until, page.answerAgain]), ...question],
    listButtons(answered),
  )
}

async function complete(context: AnswerContext, answered: Answered, isConfirmed: boolean): Promise<WholeAnswer> {
  const { about, texts } = answered
  const { page } = texts
  if (about.kind !== 'maintenance') throw new IngressError('invalid_request', 'Only maintenance can be completed.')
  if (!isConfirmed) return toAnswer(answered, [page.askCompletion], [createConfirmButton(texts)])
  const isDone = await completeMaintenance(context, about)
  return toAnswer(answered, [isDone ? page.completed : page.notCompleted])
}

async function act(context: AnswerContext, answered: Answered, form: URLSearchParams): Promise<WholeAnswer> {
  const { about, texts } = answered
  const { page, format } = texts
  const action = form.get('action') ?? answered.action
  if (action === 'ack') {
    await acknowledgeReminder(context, about)
    return toAnswer(answered, [page.acknowledged(format.day(about.due_on)), page.answerAgain])
  }
  if (action === 'snooze') {
    const days = Number(form.get('days') ?? (form.has('action') ? '' : LINK_SNOOZE_DAYS))
    if (!SNOOZE_DAYS.includes(days))
      throw new IngressError('invalid_request', `days must be one of ${SNOOZE_DAYS.join(', ')}.`)
    const nextOn = await snoozeReminder(context, about, days)
    return toAnswer(answered, [page.postponed(format.day(nextOn)), page.answerAgain])
  }
  if (action === 'done') return complete(context, answered, form.get('confirm') === 'yes')
  throw new IngressError('invalid_request', 'action must be ack, snooze or done.')
}

/** Refuses people who have left kitroom.yaml, even with a link that was sent before. */
async function requireRecipient(context: SettingsAccess, { channel, recipient }: ReminderLink): Promise<void> {
  const recipients = listChannelRecipients(await readRecipientConfig(context), channel)
  if (!recipients.some((one) => one.recipient === recipient)) throw createLinkNotFound()
}

async function findAnswered(context: ReaderContext, link: ReminderLink): Promise<Answered> {
  await requireRecipient(context, link)
  const { kind, subject, dueOn, channel, recipient, action } = link
  const about = { kind, subject, due_on: dueOn }
  const found = await context.state.read((tx) => listReminderTexts(tx, about))
  const queued = found.find((one) => one.channel === channel && one.recipient === recipient) ?? found[0]
  // A restored ledger may lack the reminder.
  if (!queued) throw createLinkNotFound()
  return {
    title: parsePayload(queued.payload).title,
    about,
    action,
    texts: await readReaderTexts(context, { channel, recipient }),
  }
}

/**
 * Serves the links in reminders. GET changes nothing, because mail scanners follow links; POST acts, and may be
 * repeated.
 */
export function reminderLinkRoute(context: AnswerContext & SettingsAccess, links: ReminderLinks): IngressRoute {
  const handle = async (request: IngressRequest): Promise<WholeAnswer> => {
    const link = await links.read(request.params['token'] ?? '')
    if (!link) throw createLinkNotFound()
    const answered = await findAnswered(context, link)
    if (request.method !== 'POST') return showQuestion(context, answered)
    try {
      return await act(context, answered, new URLSearchParams((await request.readBody()).toString('utf8')))
    } catch (error) {
      if (
        error instanceof ConnectionError ||
        (error instanceof ApiError && (error.status >= 500 || error.status === 412))
      )
        throw createUnavailableError('Kitroom cannot do this now. Try again in a moment.', error)
      throw error
    }
  }
  return { name: 'reminder link', methods: ['GET', 'HEAD', 'POST'], path: toLinkPath('{token}'), handle }
}
