import { englishTexts } from '../../../messages/languages/texts.ts'
import { everybody, MINUTE_MS, saying, type ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

const { temporal: english } = englishTexts.problems

export const describeAway = (): Finding => ({
  detail: `${english.consequence} ${english.advice}`,
  describe: ({ problems: { temporal } }) => ({
    title: temporal.away,
    facts: { whatThatMeans: temporal.consequence, whatToDo: temporal.advice },
  }),
})

export const temporalAway: ProblemKind = {
  key: 'temporal',
  isOfWorker: true,
  find: async ({ probes }) => (probes.temporal.outage === 'away' ? [describeAway()] : []),
  blocks: 'all',
  delayMs: 10 * MINUTE_MS,
  notifies: everybody,
  end: saying(({ problems }) => problems.temporal.works),
}
