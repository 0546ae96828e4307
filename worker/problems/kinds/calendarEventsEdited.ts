import type { Calendar } from '../../../calendars/settings.ts'
import { englishTexts } from '../../../messages/languages/texts.ts'
import type { GoogleEventRow } from '../../../state/calendars/googleEvents.ts'
import { listTitles, ofCalendar, readCalendarStates } from '../facts/calendars.ts'
import type { ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

const describeEdited = ({ id, shows }: Calendar, rows: readonly GoogleEventRow[]): Finding => ({
  subject: id,
  detail: `${listTitles(rows)}\n${englishTexts.problems.calendar.leavesChanges(shows)}`,
  describe: ({ problems: { calendar } }) => ({
    title: calendar.edited({ id, shows, count: rows.length }),
    facts: { calendar: id, events: listTitles(rows, calendar), whatHappens: calendar.leavesChanges(shows) },
  }),
})

/** People changed events of a calendar at Google, which `drift: report` leaves. */
export const calendarEventsEdited: ProblemKind = {
  ...ofCalendar,
  find: async (check, tx) =>
    (await readCalendarStates(check, tx)).flatMap(({ calendar, edited = [] }) =>
      edited.length > 0 ? describeEdited(calendar, edited) : [],
    ),
  delayMs: 0,
}
