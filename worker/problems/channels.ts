import { DAY_MS } from '../../contract/policies.ts'
import type { Config } from '../../config/config.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { findLastSent, findUndelivered } from '../../state/channelHealth.ts'
import { listChannelPauses } from '../../state/channelPauses.ts'
import { listOpenProblems } from '../../state/problems.ts'
import { toChannelProblemKey, type Problem } from './problem.ts'

const FAILING_AFTER_MS = DAY_MS
const TEST_COMMAND = 'npm run kitroom -- reminders test'

function toChannelProblem(id: string, error: string): Problem {
  return {
    key: toChannelProblemKey(id),
    code: 'channel_failing',
    title: `Reminders do not get through by the channel ${id}`,
    detail: `Nothing has got through for a day. ${error}\nWhat is still open is sent in one message once it works. Try it: ${TEST_COMMAND}`,
    facts: [
      { name: 'Channel', value: id },
      { name: 'Why', value: error },
      { name: 'What happens', value: 'It is tried again and again; once it works, one message tells what is still open.' },
      { name: 'Try it', value: TEST_COMMAND },
    ],
  }
}

const toStoppedTitle = (id: string): string => `The channel ${id} accepts no more reminders`

function toStoppedProblem(id: string, error: string): Problem {
  return {
    key: toChannelProblemKey(id),
    code: 'channel_failing',
    title: toStoppedTitle(id),
    detail: `${error}\nNothing is sent until its settings or secrets change, or a test message is accepted. Then one message has what is still open. Try it: ${TEST_COMMAND}`,
    facts: [
      { name: 'Channel', value: id },
      { name: 'Why', value: error },
      { name: 'What happens', value: 'Nothing is sent until its settings or secrets change, or a test message is accepted.' },
      { name: 'Try it', value: TEST_COMMAND },
    ],
  }
}

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
    if (openProblem?.title === toStoppedTitle(id) && !undelivered) continue
    const since = openProblem?.began_at ?? undelivered?.created_at
    if (since === undefined || ((await findLastSent(tx, id)) ?? '') > since) continue
    const isLasting = nowMs - Date.parse(since) >= FAILING_AFTER_MS
    if (openProblem && !undelivered)
      problems.push({
        ...toChannelProblem(id, ''),
        title: openProblem.title,
        detail: openProblem.detail,
        facts: JSON.parse(openProblem.facts) as Problem['facts'],
      })
    else if (openProblem || isLasting) problems.push(toChannelProblem(id, undelivered?.error ?? 'They were not accepted.'))
  }
  return problems
}
