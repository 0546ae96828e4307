import type { ProblemTranslation } from '../../../contract/control/problems.ts'
import { DAY_MS } from '../../../contract/policies.ts'
import type { StoredText } from '../../../contract/sentences/storedText.ts'
import { DEFAULT_LANGUAGE } from '../../../messages/languages/language.ts'
import { englishTexts, type Texts } from '../../../messages/languages/texts.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { findLastSent, findUndelivered, type UndeliveredReminder } from '../../../state/reminders/channelHealth.ts'
import { listChannelPauses } from '../../../state/reminders/channelPauses.ts'
import { listOpenProblems, type ProblemRow } from '../../../state/schedules/problems.ts'
import { saying, type ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

const FAILING_AFTER_MS = DAY_MS
const TEST_COMMAND = 'npm run kitroom -- reminders test'

const { channel: english } = englishTexts.problems

/** Says a cause in the language of the texts. @returns undefined if it is unknown */
type SayCause = (texts: Texts) => string | undefined

const toSayCause =
  ({ message, sentences }: StoredText): SayCause =>
  ({ say }) =>
    say(message, sentences)

const describeFailing = (id: string, sayCause: SayCause): Finding => ({
  subject: id,
  detail: `Nothing has got through for a day. ${sayCause(englishTexts) ?? english.notAccepted}\nWhat is still open is sent in one message once it works. Try it: ${TEST_COMMAND}`,
  describe: (texts) => {
    const { channel } = texts.problems
    const why = sayCause(texts) ?? channel.notAccepted
    return {
      title: channel.failing(id),
      facts: { channel: id, why, whatHappens: channel.retries, tryIt: TEST_COMMAND },
    }
  },
})

const describeStopped = (id: string, { message, sentences }: StoredText): Finding => ({
  subject: id,
  detail: `${message}\n${english.waitsForChange} Then one message has what is still open. Try it: ${TEST_COMMAND}`,
  describe: ({ problems: { channel }, say }) => ({
    title: channel.stopped(id),
    facts: { channel: id, why: say(message, sentences), whatHappens: channel.waitsForChange, tryIt: TEST_COMMAND },
  }),
})

type Facts = ProblemTranslation['facts']

const findCause = (facts: Facts, { problems }: Texts): string | undefined =>
  facts.find(({ name }) => name === problems.facts.why)?.value

/** Reads the cause of an open problem that the ledger does not have any more, in each language in which it was said. */
function readCause(row: ProblemRow): SayCause {
  const facts = JSON.parse(row.facts) as Facts
  const translations = JSON.parse(row.translations) as Record<string, ProblemTranslation>
  const message = findCause(facts, englishTexts)
  return (texts) => {
    if (message === undefined || texts.language === DEFAULT_LANGUAGE) return message
    return findCause(translations[texts.language]?.facts ?? [], texts) ?? texts.say(message)
  }
}

const unknownCause: SayCause = () => undefined

/** Finds the cause in the ledger, else in the open problem. */
function toCause(undelivered: UndeliveredReminder | undefined, openProblem: ProblemRow | undefined): SayCause {
  if (undelivered) return undelivered.error ? toSayCause(undelivered.error) : unknownCause
  return openProblem ? readCause(openProblem) : unknownCause
}

/** True after a day of failed attempts without a delivery. The first of them may be older than the last delivery. */
const isLasting = ({ failed_at: failedAt }: UndeliveredReminder, lastSent: string, nowMs: number): boolean =>
  nowMs - Date.parse(lastSent > failedAt ? lastSent : failedAt) >= FAILING_AFTER_MS

async function findFailing(id: string, openProblem: ProblemRow | undefined, nowMs: number, tx: Tx): Promise<Finding[]> {
  const undelivered = await findUndelivered(tx, id)
  // The channel's settings have changed, or a test was accepted, and no reminder waits.
  if (openProblem?.title === english.stopped(id) && !undelivered) return []
  const lastSent = (await findLastSent(tx, id)) ?? ''
  const isFailing = openProblem
    ? lastSent <= openProblem.began_at
    : undelivered !== undefined && isLasting(undelivered, lastSent, nowMs)
  return isFailing ? [describeFailing(id, toCause(undelivered, openProblem))] : []
}

/**
 * A channel has delivered nothing for a day, or its receiver ended it. The problem ends when a message is delivered
 * again.
 */
export const channelFailing: ProblemKind = {
  key: 'channel',
  isOfWorker: false,
  find: async ({ config, nowMs }, tx) => {
    const openProblems = new Map((await listOpenProblems(tx)).map((row) => [row.key, row]))
    const pauses = await listChannelPauses(tx)
    const findings: Finding[] = []
    for (const { id, type } of config.reminders.channels) {
      if (type === 'log') continue
      const pause = pauses.get(id)
      if (pause?.until === null) findings.push(describeStopped(id, pause.error))
      else findings.push(...(await findFailing(id, openProblems.get(`channel:${id}`), nowMs, tx)))
    }
    return findings
  },
  blocks: 'none',
  delayMs: 0,
  // A failing channel cannot report itself.
  notifies: ({ channel }, subject) => channel !== subject,
  end: saying(({ problems }, { subject }) => problems.channel.works(subject)),
}
