import { describeError, sayError } from '../../../activities/shared/failures.ts'
import { englishTexts } from '../../../messages/languages/texts.ts'
import { everybody, saying, type ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

const { access: english } = englishTexts.problems

const describeRefusal = (refusal: unknown): Finding => ({
  detail: `${describeError(refusal)}\n${english.consequence}\n${english.advice}`,
  describe: ({ problems: { access }, say }) => ({
    title: access.lost,
    facts: {
      why: say(describeError(refusal), sayError(refusal).sentences),
      whatThatMeans: access.consequence,
      whatToDo: access.advice,
    },
  }),
})

/** The API refuses the worker's key. */
export const accessLost: ProblemKind = {
  key: 'access',
  isOfWorker: true,
  find: async ({ probes: { access } }) => {
    if (access.refusal !== undefined) return [describeRefusal(access.refusal)]
    return access.isKnown ? [] : undefined
  },
  blocks: 'none',
  delayMs: 0,
  notifies: everybody,
  end: saying(({ problems }) => problems.access.works),
}
