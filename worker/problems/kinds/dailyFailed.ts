import { englishTexts } from '../../../messages/languages/texts.ts'
import { parseFailedSteps, type FailedStep } from '../../../state/schedules/dailyRuns.ts'
import { readNewestDailyRun, RUN_COMMAND } from '../facts/daily.ts'
import { everybody, saying, type ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

const { daily: english } = englishTexts.problems

function describeFailed(steps: readonly FailedStep[], at: string): Finding {
  const lines = steps.map(({ step, detail }) => `${english.step(step)}: ${detail}`)
  return {
    detail: `${lines.join('\n')}\nWhat failed is tried again every hour. Now: ${RUN_COMMAND}`,
    describe: ({ problems: { daily }, format, say }) => ({
      title: daily.failed,
      firstFacts: steps.map(({ step, detail, sentences }) => ({
        name: daily.failedStep(daily.step(step)),
        value: say(detail, sentences),
      })),
      facts: { at: format.time(at), triedAgain: daily.everyHour, tryNow: RUN_COMMAND },
    }),
  }
}

/** Steps of the last daily run failed. */
export const dailyFailed: ProblemKind = {
  key: 'daily',
  isOfWorker: false,
  find: async (check, tx) => {
    const run = await readNewestDailyRun(check, tx)
    const steps = run ? parseFailedSteps(run) : []
    return run && run.ended_at !== null && steps.length > 0 ? [describeFailed(steps, run.ended_at)] : []
  },
  blocks: 'none',
  delayMs: 0,
  notifies: everybody,
  end: saying(({ problems }) => problems.daily.works),
}
