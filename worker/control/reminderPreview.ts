import { readAccount } from '../../activities/api.ts'
import { findNextService } from '../../activities/maintenance/findNextService.ts'
import { presentMessage } from '../../activities/notify/presentMessage.ts'
import { listRoutes, selectRoutes, type Route, type Routes } from '../../activities/notify/routes.ts'
import type { Notification } from '../../activities/notify/types.ts'
import { findNextCoverage } from '../../activities/warranty/findNextCoverage.ts'
import { renderMail } from '../../channels/email/renderMail.ts'
import type { Config } from '../../config/config.ts'
import type { Gear } from '../../contract/gear.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import type { PersonKind } from '../../contract/reminders.ts'
import type { PreviewKind, previewReminder } from '../../contract/reminderPreview.ts'
import { toStudioDay } from '../../platform/studioDay.ts'
import { listOpenProblems, type ProblemRow } from '../../state/problems.ts'
import type { WorkerContext } from '../context.ts'
import { WorkerError } from '../errors.ts'
import { makeExampleReminder } from './reminderExamples.ts'

/** Clients wait half a minute. */
const TIMEOUT_MS = 20_000

/** Whether a person gets reminders of a kind about an item. */
type ConcernsPerson = (kind: PersonKind, item: Gear | undefined) => boolean

function findRoute({ all }: Routes, { reminders: { people = [] } }: Config, id: string): Route {
  const route = all[people.findIndex((person) => person.id === id)]
  if (people.length > 0 && route) return route
  const knownIds = people.map((person) => person.id).join(', ') || 'none'
  throw new WorkerError('unknown_person', `There is no person "${id}" in kitroom.yaml. It has: ${knownIds}.`)
}

/** @param person all people if undefined @throws WorkerError `unknown_person` */
function createConcernsPerson(config: Config, person: string | undefined): ConcernsPerson {
  if (person === undefined) return () => true
  const routes = listRoutes(config)
  const route = findRoute(routes, config, person)
  return (kind, item) => selectRoutes(routes, kind, item).includes(route)
}

const toProblemMessage = ({ problem_id: subject, began_at: at, title, facts }: ProblemRow): Notification => ({
  kind: 'problem',
  subject,
  dueOn: at.slice(0, 10),
  step: 0,
  title,
  facts: JSON.parse(facts) as Notification['facts'],
})

async function findReminder(
  { api, state }: WorkerContext,
  kind: PreviewKind,
  day: string,
  concerns: ConcernsPerson,
): Promise<Notification | undefined> {
  if (kind === 'problem') {
    // Whom a problem concerns does not depend on gear.
    const problems = await state.read(listOpenProblems)
    const problem = problems.find(({ code }) => concerns(code as ProblemCode, undefined))
    return problem && toProblemMessage(problem)
  }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const takesItem = (item: Gear | undefined): boolean => concerns(kind, item)
  try {
    return kind === 'maintenance'
      ? await findNextService(api, day, takesItem, signal)
      : await findNextCoverage(api, { type: kind, day }, takesItem, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    throw new WorkerError('api_unavailable', 'The API server takes too long. Try again later.', { cause: error })
  }
}

/** Renders a reminder of the present records as a mail, else an example. */
export async function preview(context: WorkerContext, { query }: Input<typeof previewReminder>): Promise<Reply<typeof previewReminder>> {
  const { kind, person } = query
  const concerns = createConcernsPerson(await context.settings.read(), person)
  const { timeZone } = await readAccount(context.api)
  const today = toStudioDay(context.clock.nowMs(), timeZone)
  const found = await findReminder(context, kind, today, concerns)
  const mail = renderMail({ reminders: [presentMessage(found ?? makeExampleReminder(kind, today), today)] })
  return { data: { kind, is_example: !found, ...mail } }
}
