import { englishTexts, type Texts } from '../../../messages/languages/texts.ts'
import type { ScheduleWatch } from '../../../state/schedules/scheduleWatches.ts'
import type { RunRow } from '../../../state/tables/schema.ts'
import { ofSource, readSourceStates, SYNC_COMMAND } from '../facts/sources.ts'
import { MINUTE_MS, type ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

/** @param running a run that was started and does not end */
function describeStalled({ source, cron, since }: ScheduleWatch, running: RunRow | undefined): Finding {
  const describeReason = ({ problems: { sync }, format }: Texts): string =>
    running ? sync.runDoesNotEnd(format.time(running.started_at)) : sync.noneStarted
  const command = running ? `${SYNC_COMMAND} status --plan ${running.run_id}` : `${SYNC_COMMAND} plan ${source}`
  return {
    subject: source,
    detail: `Its schedule (${cron}) should have started three or more since ${since}. ${describeReason(englishTexts)}\n${running ? 'See it' : 'Sync now'}: ${command}`,
    describe: (texts) => {
      const facts = {
        source,
        schedule: cron,
        noneEndedSince: texts.format.time(since),
        why: describeReason(texts),
        ...(running ? { seeIt: command } : { syncNow: command }),
      }
      return { title: texts.problems.sync.stalled({ source, day: texts.format.day(since.slice(0, 10)) }), facts }
    },
  }
}

/** No run of a source with a schedule has ended for several of its starts. */
export const syncStalled: ProblemKind = {
  ...ofSource,
  find: async (check, tx) =>
    (await readSourceStates(check, tx)).flatMap(({ source, stalled, running }) => {
      if (stalled) return describeStalled(stalled, running)
      return running ? { subject: source, isUndecided: true as const } : []
    }),
  // A machine that was off starts its missed runs within this time.
  delayMs: 60 * MINUTE_MS,
}
