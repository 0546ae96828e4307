import { readAccount } from '../../activities/shared/api.ts'
import { findNextCoveredService } from '../../activities/maintenance/covered/findNextCoveredService.ts'
import { findNextService } from '../../activities/maintenance/findNextService.ts'
import { presentMessage } from '../../activities/notify/presentMessage.ts'
import { parsePayload } from '../../activities/notify/payload.ts'
import {
  listPersonRecipients,
  listRoutes,
  listShootRecipients,
  selectRoutes,
  type Route,
  type Routes,
} from '../../activities/notify/routes.ts'
import type { Notification } from '../../activities/notify/types.ts'
import { summarizeReminders } from '../../activities/notify/summarizeReminders.ts'
import { findNextShoot } from '../../activities/shoots/findNextShoot.ts'
import { findNextCoverage } from '../../activities/warranty/findNextCoverage.ts'
import type { Message } from '../../messages/channels/channel.ts'
import { renderMail } from '../../messages/channels/email/renderMail.ts'
import type { Config } from '../../config/config.ts'
import type { Gear } from '../../contract/api/gear.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import type { ProblemCode } from '../../contract/control/problems.ts'
import type { PersonKind } from '../../contract/control/reminders.ts'
import type { PreviewedReminder, PreviewKind, previewReminder } from '../../contract/control/reminderPreview.ts'
import { DEFAULT_LANGUAGE } from '../../messages/languages/language.ts'
import { getTexts, type Texts } from '../../messages/languages/texts.ts'
import { addDays, toStudioDay } from '../../platform/studioDay.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { listOpenProblems, type ProblemRow } from '../../state/schedules/problems.ts'
import { listReminderTexts } from '../../state/reminders/reminderAnswers.ts'
import type { SettingsAccess, StateAccess, StateAndClock, WorkerContext } from '../context/context.ts'
import { createWorkerError } from '../context/errors.ts'
import { makeExampleReminder } from './reminderExamples.ts'
import { notificationKinds } from '../../activities/kinds.ts'

/** Shorter than the half minute that clients wait. */
const TIMEOUT_MS = 20_000

/** True if a person gets reminders of a kind about an item. */
type ConcernsPerson = (kind: PersonKind, item: Gear | undefined) => boolean

function findRoute({ all }: Routes, { reminders: { people = [] } }: Config, id: string): Route {
  const route = all[people.findIndex((person) => person.id === id)]
  if (people.length > 0 && route) return route
  throw createWorkerError('unknown_person', { person: id, known: people.map((person) => person.id) })
}

/** @param person undefined for all people @throws WorkerError `unknown_person` */
function createConcernsPerson(config: Config, person: string | undefined): ConcernsPerson {
  if (person === undefined) return () => true
  const routes = listRoutes(config)
  const route = findRoute(routes, config, person)
  return (kind, item) => selectRoutes(routes, kind, item).includes(route)
}

/** Finds the texts of the person, else of the studio. */
function findTexts({ reminders }: Config, id: string | undefined, timeZone: string): Texts {
  const person = reminders.people?.find((one) => one.id === id)
  return getTexts(person?.language ?? reminders.language ?? DEFAULT_LANGUAGE, person?.timezone ?? timeZone)
}

/**
 * Describes a problem in the language in which it was queued, else in English: the table of problems has only English.
 */
async function describeProblem(
  tx: Tx,
  { problem_id: subject, began_at: at, title, facts }: ProblemRow,
  { language }: Texts,
): Promise<Notification> {
  const about = { kind: 'problem', subject, dueOn: at.slice(0, 10), step: 0 } as const
  const queued = await listReminderTexts(tx, { kind: 'problem', subject, due_on: about.dueOn })
  const translated = queued.map(({ payload }) => parsePayload(payload)).find((text) => text.language === language)
  if (translated && language !== DEFAULT_LANGUAGE) return { ...about, title: translated.title, facts: translated.facts }
  return { ...about, title, facts: JSON.parse(facts) as Notification['facts'] }
}

/** True if a person gets reminders of shoots, which do not depend on gear; undefined checks all people. */
function concernsShoots(config: Config, person: string | undefined): boolean {
  const asking = listShootRecipients(config)
  if (person === undefined) return asking.length > 0
  return listPersonRecipients(config, person).some((to) =>
    asking.some((one) => one.channel === to.channel && one.recipient === to.recipient),
  )
}

interface Wanted {
  kind: PreviewedReminder
  person: string | undefined
  config: Config
  /** Today, `YYYY-MM-DD`. */
  day: string
  timeZone: string
  concerns: ConcernsPerson
  texts: Texts
}

type PreviewContext = StateAndClock & SettingsAccess & Pick<WorkerContext, 'api'>

async function findProblem({ state }: StateAccess, { concerns, texts }: Wanted): Promise<Notification | undefined> {
  // The recipients of a problem do not depend on gear.
  const problem = (await state.read(listOpenProblems)).find(({ code }) => concerns(code as ProblemCode, undefined))
  return problem && state.read((tx) => describeProblem(tx, problem, texts))
}

async function findRecord(
  { api, clock }: Pick<WorkerContext, 'api' | 'clock'>,
  { kind, person, config, day, timeZone, concerns, texts }: Wanted,
  signal: AbortSignal,
): Promise<Notification | undefined> {
  const takesItemOf =
    (personKind: PersonKind) =>
    (item: Gear | undefined): boolean =>
      concerns(personKind, item)
  if (kind === 'maintenance') return findNextService(api, day, takesItemOf(kind), signal, texts)
  if (kind === 'covered_service')
    return config.maintenance.covered_repairs
      ? findNextCoveredService(api, day, takesItemOf('maintenance'), signal, texts)
      : undefined
  if (kind === 'shoot_tomorrow')
    return concernsShoots(config, person)
      ? findNextShoot(api, { nowMs: clock.nowMs(), timeZone, day }, signal, texts)
      : undefined
  return kind === 'problem' ? undefined : findNextCoverage(api, { type: kind, day }, takesItemOf(kind), signal, texts)
}

async function findReminder(context: PreviewContext, wanted: Wanted): Promise<Notification | undefined> {
  if (wanted.kind === 'problem') return findProblem(context, wanted)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return await findRecord(context, wanted, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    throw createWorkerError('api_too_slow', {}, { cause: error })
  }
}

/** Kinds that digests hold and that are about one record. */
const DIGEST_KINDS = ['maintenance', 'warranty', 'insurance'] as const

const toKinds = (kind: PreviewKind): readonly PreviewedReminder[] => (kind === 'digest' ? DIGEST_KINDS : [kind])

/** Converts the reminder for the preview. A later shoot is shown as it is sent the day before. */
function present(reminder: Notification, today: string, texts: Texts): Message {
  const isLaterShoot = reminder.kind === 'shoot_tomorrow' && reminder.dueOn > today
  return presentMessage(notificationKinds, reminder, isLaterShoot ? addDays(reminder.dueOn, -1) : today, texts)
}

/** Renders reminders of the present records as a mail, else an example. */
export async function preview(
  context: PreviewContext,
  { query }: Input<typeof previewReminder>,
): Promise<Reply<typeof previewReminder>> {
  const { kind, person } = query
  const config = await context.settings.read()
  const concerns = createConcernsPerson(config, person)
  const { timeZone } = await readAccount(context.api)
  const today = toStudioDay(context.clock.nowMs(), timeZone)
  const texts = findTexts(config, person, timeZone)
  const kinds = toKinds(kind)
  const found: Notification[] = []
  for (const one of kinds) {
    const reminder = await findReminder(context, { kind: one, person, config, day: today, timeZone, concerns, texts })
    if (reminder) found.push(reminder)
  }
  const isExample = found.length === 0
  const chosen = isExample ? kinds.map((one) => makeExampleReminder(one, today, texts)) : found
  const reminders = chosen.map((reminder) => present(reminder, today, texts))
  const summary =
    reminders.length > 1
      ? { summary: summarizeReminders(notificationKinds, reminders, { today, isDigest: true, texts }) }
      : {}
  const mail = renderMail({ reminders, language: texts.language, ...summary })
  return { data: { kind, is_example: isExample, ...mail } }
}
