import { englishTexts } from '../../../messages/languages/texts.ts'
import type { ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'
import { temporalAway } from './temporalAway.ts'

export const describeRefused = (namespace: string): Finding => ({
  detail: englishTexts.problems.temporal.keyAdvice(namespace),
  describe: ({ problems: { temporal } }) => ({
    title: temporal.refused,
    facts: { whatThatMeans: temporal.consequence, whatToDo: temporal.keyAdvice(namespace) },
  }),
})

/** Temporal refuses the worker's key or certificate. */
export const temporalRefused: ProblemKind = {
  ...temporalAway,
  find: async ({ probes: { temporal } }) =>
    temporal.outage === 'refused' ? [describeRefused(temporal.namespace)] : [],
}
