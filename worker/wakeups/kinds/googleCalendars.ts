import { isPushed } from '../../../activities/googleCalendar/findCalendar.ts'
import { googleCalendarWorkflowId, workflowNames, type GoogleCalendarInput } from '../../../contract/temporal.ts'
import { startOrSignal, type WorkflowTarget, type SignalContext } from '../startOrSignal.ts'
import type { Wakeup } from '../wakeup.ts'

const toTarget = (account: string, calendar: string): WorkflowTarget => ({
  workflow: workflowNames.googleCalendar,
  workflowId: googleCalendarWorkflowId(account, calendar),
  summary: `Calendar ${calendar} at Google`,
  input: { calendar } satisfies GoogleCalendarInput,
  hasSignal: true,
})

/** Wakes the workflow that writes a calendar to Google; starts it if needed. */
export const wakeGoogleCalendar = (context: SignalContext, calendar: string): Promise<void> =>
  startOrSignal(context, toTarget(context.account, calendar))

/** Wakes calendars of kitroom.yaml with new settings; all of them at first. A calendar that is not written to Google any more ends. */
export const googleCalendars: Wakeup = {
  id: 'google-calendars',
  intervalMs: 3000,
  find: async (context, isWoken) =>
    (await context.settings.read()).calendars
      .map((calendar) => ({ calendar, target: toTarget(context.account, calendar.id) }))
      .filter(({ calendar, target }) => isPushed(calendar) || isWoken(target.workflowId))
      .map(({ calendar, target }) => ({ ...target, cause: JSON.stringify(calendar) })),
}
