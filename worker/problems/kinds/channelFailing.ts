import { DAY_MS } from '../../../contract/policies.ts'
import { englishTexts } from '../../../messages/languages/texts.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { findLastSent, findUndelivered, type UndeliveredReminder } from '../../../state/reminders/channelHealth.ts'
import { listChannelPauses } from '../../../state/reminders/channelPauses.ts'
import { listOpenProblems, type ProblemRow } from '../../../state/schedules/problems.ts'
import { saying, type ProblemKind } from '../kind.ts'
import type { Finding, Problem } from '../problem.ts'

const FAILING_AFTER_MS = DAY_MS
const TEST_COMMAND = 'npm run kitroom -- reminders test'

const { channel: english, facts: englishNames } = englishTexts.problems

/** @param error undefined if unknown */
const describeFailing = (id: string, error: string | undefined): Finding => ({
  subject: id,
  detail: `Nothing has got through for a day. ${error ?? english.notAccepted}\nWhat is still open is sent in one message once it works. Try it: ${TEST_COMMAND}`,
  describe: ({ problems: { channel }, say }) => ({
    title: channel.failing(id),
    facts: {
      channel: id,
      why: error === undefined ? channel.notAccepted : say(error),
      whatHappens: channel.retries,
      tryIt: TEST_COMMAND,
    },
  }),
})

const describeStopped = (id: string, error: string): Finding => ({
  subject: id,
  detail: `${error}\n${english.waitsForChange} Then one message has what is still open. Try it: ${TEST_COMMAND}`,
  describe: ({ problems: { channel }, say }) => ({
    title: channel.stopped(id),
    facts: { channel: id, why: say(error), whatHappens: channel.waitsForChange, tryIt: TEST_COMMAND },
  }),
})

/** Reads the cause of an open problem that the ledger does not have any more. */
function readCause({ facts: json }: ProblemRow): string | undefined {
  const facts = JSON.parse(json) as Problem['facts']
  return facts.find(({ name }) => name === englishNames.why)?.value
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
  const cause = undelivered ? (undelivered.error ?? undefined) : openProblem && readCause(openProblem)
  return isFailing ? [describeFailing(id, cause)] : []
}

/** A channel has delivered nothing for a day, or its receiver ended it. The problem ends when a message is delivered again. */
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
