import { findGoogleId, isPushed } from '../../../activities/googleCalendar/findCalendar.ts'
import type { Calendar } from '../../../calendars/settings.ts'
import { googleCalendarWorkflowId, workflowNames, type GoogleCalendarInput } from '../../../contract/temporal.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { countRetriedEvents } from '../../../state/calendars/googleEvents.ts'
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

/** Delay before a calendar is woken again whose refused events are still to be tried. */
const REPEAT_AFTER_MS = 10_000

/** Counts refused events that a person wants to be tried again. */
async function countRetried(tx: Tx, calendar: Calendar): Promise<number> {
  const googleId = isPushed(calendar) ? await findGoogleId(tx, calendar) : undefined
  return googleId === undefined ? 0 : countRetriedEvents(tx, googleId)
}

/**
 * Wakes calendars of kitroom.yaml with new settings or with refused events to try again; all of them at first. A
 * calendar that is not written to Google any more ends.
 */
export const googleCalendars: Wakeup = {
  id: 'google-calendars',
  intervalMs: 3000,
  find: async (context, isWoken) => {
    const { calendars } = await context.settings.read()
    const found = calendars
      .map((calendar) => ({ calendar, target: toTarget(context.account, calendar.id) }))
      .filter(({ calendar, target }) => isPushed(calendar) || isWoken(target.workflowId))
    return context.state.read(async (tx) => {
      const targets: WorkflowTarget[] = []
      for (const { calendar, target } of found) {
        const retried = await countRetried(tx, calendar)
        // A second request can follow before this wake-up has seen the end of the first.
        const repeat = retried > 0 ? { repeatAfterMs: context.scaledMs(REPEAT_AFTER_MS) } : {}
        targets.push({ ...target, ...repeat, cause: JSON.stringify([calendar, retried]) })
      }
      return targets
    })
  },
}
