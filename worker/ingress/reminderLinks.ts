import { ApiError, ConnectionError } from '../../client/errors.ts'
import { toLinkPath, type ReminderLink } from '../../activities/notify/links/linkToken.ts'
import { findReminderAnswer, findReminderTitle } from '../../state/reminderAnswers.ts'
import type { WorkerContext } from '../context.ts'
import { acknowledgeReminder, completeMaintenance, snoozeReminder } from '../reminders/answer.ts'
import type { ReminderLinks } from '../reminders/links.ts'
import { createUnavailableError, IngressError } from './problem.ts'
import { PAGE_HEADERS, renderPage } from './reminderPage.ts'
import type { IngressAnswer, IngressRequest, IngressRoute } from './route.ts'

const SNOOZE_DAYS = [1, 7, 30]
const AGAIN = 'You can answer again: the last answer counts.'

/** Same text as for an unknown path, so that a response does not reveal whether a link was ever valid. */
const createNotFound = (): IngressError => new IngressError('not_found', 'There is nothing here.')

const toAnswer = (html: string): IngressAnswer => ({ status: 200, headers: PAGE_HEADERS, body: html })

interface Answered {
  title: string
  about: { kind: string; subject: string; due_on: string }
}

const SNOOZE_BUTTONS = SNOOZE_DAYS.map((days) => ({
  text: days === 1 ? 'Remind me tomorrow' : `Remind me in ${days} days`,
  fields: { action: 'snooze', days: String(days) },
}))

async function showQuestion({ state }: WorkerContext, { title, about }: Answered): Promise<IngressAnswer> {
  const answer = await state.read((tx) => findReminderAnswer(tx, about))
  const until = answer && (answer.snoozed_until === null ? 'It was acknowledged.' : `It was postponed to ${answer.snoozed_until}.`)
  return toAnswer(
    renderPage(title, until === undefined ? [] : [until, AGAIN], [
      { text: 'Acknowledge: no more reminders of this date', fields: { action: 'ack' } },
      ...SNOOZE_BUTTONS,
      ...(about.kind === 'maintenance' ? [{ text: 'The work is done …', fields: { action: 'done' } }] : []),
    ]),
  )
}

async function complete(context: WorkerContext, { title, about }: Answered, isConfirmed: boolean): Promise<IngressAnswer> {
  if (about.kind !== 'maintenance') throw new IngressError('invalid_request', 'Only maintenance can be completed.')
  if (!isConfirmed)
    return toAnswer(
      renderPage(
        title,
        ['Complete this maintenance record? Its costs and notes can be added later.'],
        [{ text: 'Yes, the work is done', fields: { action: 'done', confirm: 'yes' } }],
      ),
    )
  const isDone = await completeMaintenance(context, about)
  return toAnswer(
    renderPage(title, [isDone ? 'The record is completed.' : 'The record was deleted, cancelled or moved meanwhile. Nothing was changed.']),
  )
}

async function act(context: WorkerContext, answered: Answered, form: URLSearchParams): Promise<IngressAnswer> {
  const { title, about } = answered
  const action = form.get('action')
  if (action === 'ack') {
    await acknowledgeReminder(context, about)
    return toAnswer(renderPage(title, [`Acknowledged. Nobody is reminded of ${about.due_on} again.`, AGAIN]))
  }
  if (action === 'snooze') {
    const days = Number(form.get('days'))
    if (!SNOOZE_DAYS.includes(days)) throw new IngressError('invalid_request', `days must be one of ${SNOOZE_DAYS.join(', ')}.`)
    return toAnswer(renderPage(title, [`The next reminder is on ${await snoozeReminder(context, about, days)}.`, AGAIN]))
  }
  if (action === 'done') return complete(context, answered, form.get('confirm') === 'yes')
  throw new IngressError('invalid_request', 'action must be ack, snooze or done.')
}

async function findAnswered({ state }: WorkerContext, { kind, subject, dueOn }: ReminderLink): Promise<Answered> {
  const about = { kind, subject, due_on: dueOn }
  const title = await state.read((tx) => findReminderTitle(tx, about))
  // A restore may have brought back a ledger without it.
  if (title === undefined) throw createNotFound()
  return { title, about }
}

/** Serves the links in reminders. GET changes nothing, because mail scanners follow links; POST acts, and may be repeated. */
export function reminderLinkRoute(context: WorkerContext, links: ReminderLinks): IngressRoute {
  const handle = async (request: IngressRequest): Promise<IngressAnswer> => {
    const link = await links.read(request.params['token'] ?? '')
    if (!link) throw createNotFound()
    const answered = await findAnswered(context, link)
    if (request.method !== 'POST') return showQuestion(context, answered)
    try {
      return await act(context, answered, new URLSearchParams((await request.readBody()).toString('utf8')))
    } catch (error) {
      if (error instanceof ConnectionError || (error instanceof ApiError && (error.status >= 500 || error.status === 412)))
        throw createUnavailableError('Kitroom cannot do this now. Try again in a moment.', error)
      throw error
    }
  }
  return { name: 'reminder link', methods: ['GET', 'HEAD', 'POST'], path: toLinkPath('{token}'), handle }
}
