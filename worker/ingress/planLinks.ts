import { findDecider } from '../../activities/notify/links/findDecider.ts'
import { toPlanPath, type PlanLink } from '../../activities/notify/links/planToken.ts'
import type { Texts } from '../../messages/languages/texts.ts'
import type { WholeAnswer } from '../../platform/http/answer.ts'
import { findRun } from '../../state/sync/runs.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import type { RunCommandContext, StateAccess } from '../context/context.ts'
import { toWorkerError } from '../context/errors.ts'
import { describeChanges, describeWait, SYNC_COMMAND } from '../problems/facts/sources.ts'
import { describeRows, readFirstRows } from '../problems/facts/planRows.ts'
import { readRecipientConfig } from '../problems/recipients.ts'
import type { ReminderLinks } from '../../activities/notify/links/reminderLinks.ts'
import { decideByLink } from '../runs/decide.ts'
import { wasDecided } from '../runs/view.ts'
import { createLinkNotFound, createUnavailableError, IngressError } from './problem.ts'
import { readReaderTexts, type ReaderContext } from './readReaderTexts.ts'
import { toPageAnswer, type PageButton } from './reminderPage.ts'
import type { IngressRequest, IngressRoute } from './route.ts'

const countDeletes = ({ counts }: RunRow): number => (JSON.parse(counts) as Record<string, number>)['delete'] ?? 0

const isDecision = (action: string | null): action is 'approve' | 'reject' =>
  action === 'approve' || action === 'reject'

/** Finds the run of a link that its person may still use, while its plan waits or after the decision. */
async function findLinkedRun(context: ReaderContext, { runId, attempt, person, ...to }: PlanLink): Promise<RunRow> {
  const run = await context.state.read((tx) => findRun(tx, runId))
  const isShown = run?.plan_attempt === attempt && (run.status === 'waiting' || wasDecided(run))
  if (!isShown || findDecider(await readRecipientConfig(context), to)?.id !== person) throw createLinkNotFound()
  return run
}

async function showWaiting({ state }: StateAccess, run: RunRow, texts: Texts): Promise<WholeAnswer> {
  const { source, file } = run
  const { problems, format, language } = texts
  const { plan } = problems
  const deletes = countDeletes(run)
  const rows = await state.read((tx) => readFirstRows(tx, run.run_id))
  const { title: rowsTitle, lines } = describeRows(rows, run.actions, texts)
  const sentences = [
    plan.source({ source, file }),
    plan.why(describeWait(run, texts)),
    plan.changes({ changes: describeChanges(run, texts), time: format.time(run.planned_at ?? run.started_at) }),
    ...(deletes > 0
      ? [plan.deletes({ count: format.count(deletes), command: `${SYNC_COMMAND} approve ${source}` })]
      : []),
    rowsTitle,
  ]
  const buttons: PageButton[] = [
    ...(deletes > 0 ? [] : [{ text: plan.approve, fields: { action: 'approve' } }]),
    { text: plan.decline, fields: { action: 'reject' }, isQuiet: true },
  ]
  return toPageAnswer({ language, title: problems.sync.waits(source), sentences, buttons, items: lines })
}

function describeResult({ status }: RunRow, { problems: { plan } }: Texts): string {
  const results: Readonly<Partial<Record<RunRow['status'], string>>> = {
    applying: plan.applying,
    completed: plan.completed,
    completed_with_errors: plan.completedWithErrors,
    stopped: plan.stopped,
    rejected: plan.rejected,
  }
  return results[status] ?? ''
}

function showDecided(run: RunRow, texts: Texts): WholeAnswer {
  const { plan } = texts.problems
  const { source, status, decided_by: person } = run
  const decision = status === 'rejected' ? plan.declined(person) : plan.approved(person)
  return toPageAnswer({
    language: texts.language,
    title: plan.decided(source),
    sentences: [decision, describeResult(run, texts)],
  })
}

async function showRun(context: ReaderContext, link: PlanLink, run: RunRow): Promise<WholeAnswer> {
  const texts = await readReaderTexts(context, link)
  return run.status === 'waiting' ? showWaiting(context, run, texts) : showDecided(run, texts)
}

/** Decides, unless a decision was made in between. The page that follows shows the state of the plan. */
async function decide(context: RunCommandContext, link: PlanLink, run: RunRow, action: string | null): Promise<void> {
  if (!isDecision(action)) throw new IngressError('invalid_request', 'action must be approve or reject.')
  if (run.status !== 'waiting') return
  if (action === 'approve' && countDeletes(run) > 0)
    throw new IngressError('invalid_request', 'A plan that deletes items cannot be approved by a link.')
  const { runId, person, attempt } = link
  try {
    await decideByLink(context, { runId, person, attempt }, action)
  } catch (error) {
    const { code } = toWorkerError(error)
    if (code === 'internal_error') throw error
    if (code !== 'not_waiting')
      throw createUnavailableError('Kitroom cannot do this now. Try again in a moment.', error)
  }
}

/** Serves the links to plans that wait. GET changes nothing, because mail scanners follow links; POST decides, once. */
export function planLinkRoute(context: RunCommandContext, links: ReminderLinks): IngressRoute {
  const handle = async (request: IngressRequest): Promise<WholeAnswer> => {
    const link = await links.readPlan(request.params['token'] ?? '')
    if (!link) throw createLinkNotFound()
    const run = await findLinkedRun(context, link)
    if (request.method !== 'POST') return showRun(context, link, run)
    await decide(context, link, run, new URLSearchParams((await request.readBody()).toString('utf8')).get('action'))
    return showRun(context, link, await findLinkedRun(context, link))
  }
  return { name: 'plan link', methods: ['GET', 'HEAD', 'POST'], path: toPlanPath('{token}'), handle }
}
