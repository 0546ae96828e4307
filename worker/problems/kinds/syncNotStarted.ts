import type { ScheduleFaultTable } from '../../../state/tables/problemTables.ts'
import { ofSource, readSourceStates, SYNC_COMMAND } from '../facts/sources.ts'
import { MINUTE_MS, type ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

const describeNotStarted = ({ source, code, detail, since }: ScheduleFaultTable): Finding => ({
  subject: source,
  detail: `${detail} [${code}]\nIt is tried again at its next time. Now: ${SYNC_COMMAND} plan ${source}`,
  describe: ({ problems: { sync }, format, say }) => ({
    title: sync.notStarted(source),
    facts: { source, why: say(detail), since: format.time(since), syncNow: `${SYNC_COMMAND} plan ${source}` },
  }),
})

/** A schedule could not start a sync. */
export const syncNotStarted: ProblemKind = {
  ...ofSource,
  find: async (check, tx) =>
    (await readSourceStates(check, tx)).flatMap(({ fault }) => (fault ? describeNotStarted(fault) : [])),
  delayMs: 15 * MINUTE_MS,
}
