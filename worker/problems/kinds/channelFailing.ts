import { DAY_MS } from '../../contract/policies.ts'
import type { Config } from '../../config/config.ts'
import { englishTexts } from '../../messages/languages/texts.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { findLastSent, findUndelivered, type UndeliveredReminder } from '../../state/reminders/channelHealth.ts'
import { listChannelPauses } from '../../state/reminders/channelPauses.ts'
import { listOpenProblems, type ProblemRow } from '../../state/schedules/problems.ts'
import { createProblem, toChannelProblemKey, type Problem } from './problem.ts'

const FAILING_AFTER_MS = DAY_MS
const TEST_COMMAND = 'npm run kitroom -- reminders test'

const { channel: english, facts: englishNames } = englishTexts.problems

/** @param error undefined: not known */
function toChannelProblem(id: string, error: string | undefined): Problem {
  return createProblem({
    key: toChannelProblemKey(id),
    code: 'channel_failing',
    detail: `Nothing has got through for a day. ${error ?? english.notAccepted}\nWhat is still open is sent in one message once it works. Try it: ${TEST_COMMAND}`,
    describe: ({ problems: { channel, facts: names } }) => ({
      title: channel.failing(id),
      facts: [
        { name: names.channel, value: id },
        { name: names.why, value: error ?? channel.notAccepted },
        { name: names.whatHappens, value: channel.retries },
        { name: names.tryIt, value: TEST_COMMAND },
      ],
    }),
  })
}

function toStoppedProblem(id: string, error: string): Problem {
  return createProblem({
    key: toChannelProblemKey(id),
    code: 'channel_failing',
    detail: `${error}\n${english.waitsForChange} Then one message has what is still open. Try it: ${TEST_COMMAND}`,
    describe: ({ problems: { channel, facts: names } }) => ({
      title: channel.stopped(id),
      facts: [
        { name: names.channel, value: id },
        { name: names.why, value: error },
        { name: names.whatHappens, value: channel.waitsForChange },
        { name: names.tryIt, value: TEST_COMMAND },
      ],
    }),
  })
}

/** An open problem whose cause is no longer in the ledger. */
function toUnchangedProblem(id: string, { title, detail, facts: json }: ProblemRow): Problem {
  const facts = JSON.parse(json) as Problem['facts']
  const error = facts.find(({ name }) => name === englishNames.why)?.value
  return { ...toChannelProblem(id, error), title, detail, facts }
}

/** True after a day of failed attempts without a delivery. The first of them may be older than the last delivery. */
const isLasting = ({ failed_at: failedAt }: UndeliveredReminder, lastSent: string, nowMs: number): boolean =>
  nowMs - Date.parse(lastSent > failedAt ? lastSent : failedAt) >= FAILING_AFTER_MS

/** Channels that have delivered nothing for a day, or whose receiver ended them. The problem ends when a message is delivered again. */
export async function findChannelProblems(tx: Tx, { reminders }: Config, nowMs: number): Promise<Problem[]> {
  const openProblems = new Map((await listOpenProblems(tx)).map((row) => [row.key, row]))
  const problems: Problem[] = []
  const pauses = await listChannelPauses(tx)
  for (const { id, type } of reminders.channels) {
    if (type === 'log') continue
    const pause = pauses.get(id)
    if (pause?.until === null) {
      problems.push(toStoppedProblem(id, pause.error))
      continue
    }
    const openProblem = openProblems.get(toChannelProblemKey(id))
    const undelivered = await findUndelivered(tx, id)
    // Its settings have changed, or a test was accepted, and nothing waits.
    if (openProblem?.title === english.stopped(id) && !undelivered) continue
    const lastSent = (await findLastSent(tx, id)) ?? ''
    if (openProblem) {
      if (lastSent <= openProblem.began_at)
        problems.push(
          undelivered ? toChannelProblem(id, undelivered.error ?? undefined) : toUnchangedProblem(id, openProblem),
        )
    } else if (undelivered && isLasting(undelivered, lastSent, nowMs))
      problems.push(toChannelProblem(id, undelivered.error ?? undefined))
  }
  return problems
}
