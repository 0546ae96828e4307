import { z } from 'zod'
import { say } from '../../contract/sentences/say.ts'
import { createSettingIssue, toSettingMessage } from '../../contract/sentences/schemaSentences.ts'

const MAX_ID_LENGTH = 200

/** A calendar at Google that shows the same events as the feed. */
export const GoogleCalendarSettings = z.strictObject({
  /**
   * `new` means a calendar that `kitroom google calendar` creates. Another value is the id of a calendar that is shared
   * with a service account.
   */
  calendar: z
    .string()
    .max(MAX_ID_LENGTH)
    .regex(/^(?:new|[^\s@/]+@[^\s@/]+)$/, {
      message: toSettingMessage(say('setting_google_calendar')),
    }),
  /** `keep` leaves a cancelled event visible as free time. */
  cancelled: z.enum(['remove', 'keep']).default('remove'),
  /**
   * `repair` reverts changes that people make to Kitroom's events in Google Calendar; `report` leaves and reports them.
   */
  drift: z.enum(['repair', 'report']).default('repair'),
  /** True: Google mails the guests that people invited when an event moves, is cancelled or comes back. */
  notify_guests: z.boolean().default(false),
})
export type GoogleCalendarSettings = z.output<typeof GoogleCalendarSettings>

interface WithGoogle {
  google?: GoogleCalendarSettings | undefined
}

/** Adds an issue for two calendars that write to the same one at Google, where each record has one event. */
export function rejectSharedGoogleCalendars(calendars: readonly WithGoogle[], context: z.RefinementCtx): void {
  for (const [index, { google }] of calendars.entries()) {
    const first = calendars.findIndex((other) => other.google?.calendar === google?.calendar)
    if (google && google.calendar !== 'new' && first < index)
      context.addIssue(
        createSettingIssue(say('setting_google_calendar_twice', { other: `calendars.${first}` }), [
          index,
          'google',
          'calendar',
        ]),
      )
  }
}
