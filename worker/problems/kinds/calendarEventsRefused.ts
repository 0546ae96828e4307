import { parseStoredText } from '../../../contract/sentences/storedText.ts'
import { kinds } from '../../../calendars/kinds/all.ts'
import type { Calendar } from '../../../calendars/settings.ts'
import type { GoogleEventRow } from '../../../state/calendars/googleEvents.ts'
import { listTitles, ofCalendar, readCalendarStates } from '../facts/calendars.ts'
import type { ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

function describeRefused({ id, shows }: Calendar, rows: readonly GoogleEventRow[]): Finding {
  const { message, sentences } = parseStoredText(rows[0]?.refusal ?? '')
  return {
    subject: id,
    detail: `${listTitles(rows)}: ${message}\nThe other ${kinds[shows].noun.many} are written. Each is tried again every day, when it changes, and by: npm run kitroom -- google check`,
    describe: ({ problems: { calendar }, say }) => ({
      title: calendar.refused({ id, shows, count: rows.length }),
      facts: { calendar: id, events: listTitles(rows, calendar), why: say(message, sentences) },
    }),
  }
}

/** Google refuses some events of a calendar. */
export const calendarEventsRefused: ProblemKind = {
  ...ofCalendar,
  find: async (check, tx) =>
    (await readCalendarStates(check, tx)).flatMap(({ calendar, refused = [] }) =>
      refused.length > 0 ? describeRefused(calendar, refused) : [],
    ),
  delayMs: 0,
}
