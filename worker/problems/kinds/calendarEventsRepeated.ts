import type { Calendar } from '../../../calendars/settings.ts'
import { englishTexts } from '../../../messages/languages/texts.ts'
import type { GoogleEventRow } from '../../../state/calendars/googleEvents.ts'
import { listTitles, ofCalendar, readCalendarStates } from '../facts/calendars.ts'
import type { ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

const describeRepeated = ({ id, shows }: Calendar, rows: readonly GoogleEventRow[]): Finding => ({
  subject: id,
  detail: `${listTitles(rows)}\n${englishTexts.problems.calendar.leavesRepetition(shows)}`,
  describe: ({ problems: { calendar } }) => ({
    title: calendar.repeated({ id, shows, count: rows.length }),
    facts: { calendar: id, events: listTitles(rows, calendar), whatHappens: calendar.leavesRepetition(shows) },
  }),
})

/** People made events of a calendar at Google repeat, which Kitroom never reverts. */
export const calendarEventsRepeated: ProblemKind = {
  ...ofCalendar,
  find: async (check, tx) =>
    (await readCalendarStates(check, tx)).flatMap(({ calendar, repeated = [] }) =>
      repeated.length > 0 ? describeRepeated(calendar, repeated) : [],
    ),
  delayMs: 0,
}
