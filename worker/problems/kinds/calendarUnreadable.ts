import type { Calendar } from '../../../calendars/settings.ts'
import { englishTexts } from '../../../messages/languages/texts.ts'
import type { CalendarFault } from '../../../state/calendars/calendarFaults.ts'
import { ofCalendar, readCalendarStates } from '../facts/calendars.ts'
import { MINUTE_MS, saying, type ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

const describeUnreadable = (
  { id, shows }: Calendar,
  { cause: { message, sentences }, since }: CalendarFault,
): Finding => ({
  subject: id,
  detail: `${message}\n${englishTexts.problems.calendar.staysAsItIs}`,
  describe: ({ problems: { calendar }, format, say }) => ({
    title: calendar.unreadable({ id, shows }),
    facts: {
      calendar: id,
      why: say(message, sentences),
      since: format.time(since),
      whatThatMeans: calendar.staysAsItIs,
    },
  }),
})

/** The worker's key may not read the records that a calendar shows. */
export const calendarUnreadable: ProblemKind = {
  ...ofCalendar,
  find: async (check, tx) =>
    (await readCalendarStates(check, tx)).flatMap(({ calendar, unreadable }) =>
      unreadable ? describeUnreadable(calendar, unreadable) : [],
    ),
  delayMs: 2 * MINUTE_MS,
  end: saying(({ problems }, { subject }) => problems.calendar.readable(subject)),
}
