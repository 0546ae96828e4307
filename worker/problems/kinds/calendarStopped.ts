import { ofCalendar, readCalendarStates, type CalendarState } from '../facts/calendars.ts'
import { MINUTE_MS, type ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

const CHECK_COMMAND = 'npm run kitroom -- google check'

/** Interval of repeating a push, as text. */
const INTERVALS = { refused: 'every quarter of an hour', unavailable: 'every minute', quota: 'every hour' } as const

const describeStopped = (
  id: string,
  { fault, cause: { message, sentences }, since }: NonNullable<CalendarState['stopped']>,
): Finding => ({
  subject: id,
  detail: `${message}\nIt is tried again ${INTERVALS[fault]}. See it: ${CHECK_COMMAND}`,
  describe: ({ problems: { calendar }, format, say }) => ({
    title: calendar.stopped(id),
    facts: {
      calendar: id,
      why: say(message, sentences),
      since: since === '' ? '' : format.time(since),
      seeIt: CHECK_COMMAND,
    },
  }),
})

/** A calendar cannot be written to Google. */
export const calendarStopped: ProblemKind = {
  ...ofCalendar,
  find: async (check, tx) =>
    (await readCalendarStates(check, tx)).flatMap(({ calendar, stopped }) =>
      stopped ? describeStopped(calendar.id, stopped) : [],
    ),
  delayMs: 2 * MINUTE_MS,
}
