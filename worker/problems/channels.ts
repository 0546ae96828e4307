import { DAY_MS } from '../../contract/policies.ts'
import type { Config } from '../../config/config.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { findLastSent, findUndelivered } from '../../state/channelHealth.ts'
import { listOpenProblems } from '../../state/problems.ts'
import { channelKey, type Problem } from './problem.ts'

const FAILS_AFTER_MS = DAY_MS
const TRY_NOW = 'npm run kitroom -- reminders test'

function failing(id: string, error: string): Problem {
  return {
    key: channelKey(id),
    code: 'channel_failing',
    title: `Reminders do not get through by the channel ${id}`,
    detail: `Nothing has got through for a day. ${error}\nWhat is still open is sent in one message once it works. Try it: ${TRY_NOW}`,
    facts: [
      { name: 'Channel', value: id },
      { name: 'Why', value: error },
      { name: 'What happens', value: 'It is tried again and again; once it works, one message tells what is still open.' },
      { name: 'Try it', value: TRY_NOW },
    ],
  }
}

/** Channels that have delivered nothing for a day. The problem ends with the next delivered message. */
export async function findChannelProblems(tx: Tx, { reminders }: Config, nowMs: number): Promise<Problem[]> {
  const open = new Map((await listOpenProblems(tx)).map((row) => [row.key, row]))
  const problems: Problem[] = []
  for (const { id, type } of reminders.channels) {
    if (type === 'log') continue
    const known = open.get(channelKey(id))
    const undelivered = await findUndelivered(tx, id)
    const since = known?.began_at ?? undelivered?.created_at
    if (since === undefined || ((await findLastSent(tx, id)) ?? '') > since) continue
    const isLasting = nowMs - Date.parse(since) >= FAILS_AFTER_MS
    if (known && !undelivered)
      problems.push({ ...failing(id, ''), title: known.title, detail: known.detail, facts: JSON.parse(known.facts) as Problem['facts'] })
    else if (known || isLasting) problems.push(failing(id, undelivered?.error ?? 'The mail server did not take them.'))
  }
  return problems
}
