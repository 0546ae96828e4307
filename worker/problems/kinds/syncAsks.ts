import type { PlanQuestion } from '../../../contract/control/questions.ts'
import type { Texts } from '../../../messages/languages/texts.ts'
import { fromStoredRead } from '../../../sheets/storedRead.ts'
import { findNewestReportable, findOpenRun } from '../../../state/sync/runs.ts'
import type { RunRow } from '../../../state/tables/schema.ts'
import { ofSource, SYNC_COMMAND } from '../facts/sources.ts'
import { saying, type ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

const DONE: readonly RunRow['status'][] = ['completed', 'completed_with_errors']
const MAX_QUESTIONS = 3

const countAsked = (run: RunRow): number =>
  (JSON.parse(run.counts) as Partial<Record<'question', number>>).question ?? 0

const listQuestions = (run: RunRow): readonly PlanQuestion[] =>
  run.read === null ? [] : (fromStoredRead(run.read).questions ?? [])

/** True if rows or a column wait for an answer. A column may change rows that wait for nothing. */
const asks = (run: RunRow): boolean => countAsked(run) > 0 || listQuestions(run).length > 0

function describeTitle(run: RunRow, { problems: { sync }, plans }: Texts): string {
  const rows = countAsked(run)
  return rows === 0 ? plans.asksAboutColumn(run.source) : sync.asks({ source: run.source, rows })
}

function describeAsked(run: RunRow): Finding {
  const questions = listQuestions(run)
  const listed = questions.slice(0, MAX_QUESTIONS).map(({ detail }) => detail)
  const command = `${SYNC_COMMAND} status --plan ${run.run_id}`
  return {
    subject: run.source,
    detail: `${listed.join(' ')}\nThe answers are settings of kitroom.yaml. See them: ${command}`,
    describe: (texts) => ({
      title: describeTitle(run, texts),
      facts: { source: run.source, whatToDo: texts.problems.sync.answerInSettings, seeIt: command },
    }),
  }
}

/**
 * A sync by policy is done, but rows wait for answers. It is one problem until a run has none, so people are notified
 * once.
 */
export const syncAsks: ProblemKind = {
  ...ofSource,
  key: 'sync_asks',
  find: async ({ config }, tx) => {
    const findings = []
    for (const { id: source } of config.sources) {
      const openRun = await findOpenRun(tx, source)
      const run = openRun ? undefined : await findNewestReportable(tx, source)
      if (!openRun && (!run || (DONE.includes(run.status) && !asks(run)))) continue
      const isReported = run !== undefined && DONE.includes(run.status) && run.decide === 'policy'
      findings.push(isReported ? describeAsked(run) : { subject: source, isUndecided: true as const })
    }
    return findings
  },
  delayMs: 0,
  end: saying(({ problems: { sync } }, { subject }) => sync.answered(subject)),
}
