import type { WaitingPlan } from '../../activities/notify/types.ts'
import type { ProblemCode, ProblemTranslation } from '../../contract/control/problems.ts'
import type { MessageDetails } from '../../messages/channels/channel.ts'
import { DEFAULT_LANGUAGE, languages } from '../../messages/languages/language.ts'
import { getTexts, type Texts } from '../../messages/languages/texts.ts'

interface ProblemFact {
  name: string
  value: string
}

/** Text of messages about a problem. */
export interface ProblemText {
  title: string
  facts: readonly ProblemFact[]
  /** Plan that people may decide about by a link. */
  plan?: WaitingPlan
  /** Lines for mails alone. */
  details?: MessageDetails
}

/** Values in order, by the keys of their names in `problems.facts`; several for a repeated name. */
type NamedFacts = { readonly [K in keyof Texts['problems']['facts']]?: string | readonly string[] }

/** A problem as its kind describes it. */
export interface Finding {
  /** Value that distinguishes problems of one kind, such as the id of a source. */
  subject?: string
  /** Explains the problem and its remedy, for terminals and the log; may have several lines. */
  detail: string
  describe(texts: Texts): Omit<ProblemText, 'facts'> & { firstFacts?: readonly ProblemFact[]; facts: NamedFacts }
}

/** A current condition that prevents the worker from doing its work. Title and facts are in English. */
export interface Problem extends Omit<Finding, 'describe'>, ProblemText {
  /** Key of the problem. A problem with another code replaces the one with the same key. */
  key: string
  code: ProblemCode
  describe(texts: Texts): ProblemText
}

export const toFacts = (facts: NamedFacts, { problems }: Texts): readonly ProblemFact[] =>
  Object.entries(facts).flatMap(([name, values]) =>
    [values].flat().map((value) => ({ name: problems.facts[name as keyof NamedFacts], value })),
  )

/** Describes a problem in each language but English. @param timeZone of the studio */
export const translateProblem = (
  { describe }: Pick<Problem, 'describe'>,
  timeZone: string,
): Record<string, ProblemTranslation> =>
  Object.fromEntries(
    languages
      .filter((language) => language !== DEFAULT_LANGUAGE)
      .map((language) => {
        const { title, facts } = describe(getTexts(language, timeZone))
        return [language, { title, facts: [...facts] }]
      }),
  )

/** Name of a lease: only the worker that holds it reports problems. */
export const LEASE_NAME = 'problems'
export const LEASE_MS = 30_000
