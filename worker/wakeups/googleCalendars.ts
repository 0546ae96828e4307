import { ApplicationFailure } from '@temporalio/common'
import { isPushed } from '../../activities/googleCalendar/findCalendar.ts'
import { SettingsError } from '../../config/config.ts'
import {
  CHANGED_SIGNAL,
  googleCalendarWorkflowId,
  workflowNames,
  type GoogleCalendarInput,
} from '../../contract/temporal.ts'
import type { WorkerContext } from '../context/context.ts'
import { isTemporalUnusable } from '../context/faults.ts'
import { withTimeout } from '../temporal/syncWorkflow.ts'
import { toWorkflowStartOptions } from '../temporal/workflowStartOptions.ts'

/** Wakes the workflow that writes a calendar to Google; starts it if needed. */
export async function wakeGoogleCalendar(context: WorkerContext, calendar: string): Promise<void> {
  const input: GoogleCalendarInput = { calendar }
  await withTimeout(context, () =>
    context.temporal.workflow.signalWithStart(workflowNames.googleCalendar, {
      ...toWorkflowStartOptions(
        context,
        googleCalendarWorkflowId(context.account, calendar),
        `Calendar ${calendar} at Google`,
      ),
      args: [input],
      signal: CHANGED_SIGNAL,
      signalArgs: [],
    }),
  )
}

/** For activities: an outage of Temporal is a retryable failure. */
export const createCalendarWake =
  (context: WorkerContext) =>
  async (calendar: string): Promise<void> => {
    try {
      await wakeGoogleCalendar(context, calendar)
    } catch (error) {
      if (isTemporalUnusable(error))
        throw ApplicationFailure.create({ message: 'Temporal does not answer.', type: 'temporal_unavailable' })
      throw error
    }
  }

export interface CalendarWaker {
  /** Wakes the calendars whose settings have changed; all of them at first. */
  check: () => Promise<void>
  /** Wakes all at the next check: Temporal may have lost its data. */
  forget: () => void
}

/** Starts the workflows of the calendars in kitroom.yaml, also of those that are added while the worker runs. */
export function createCalendarWaker(context: WorkerContext): CalendarWaker {
  const woken = new Map<string, string>()
  return {
    check: async () => {
      try {
        for (const calendar of (await context.settings.read()).calendars) {
          const settings = JSON.stringify(calendar)
          const isNew = woken.get(calendar.id) !== settings
          if (isNew && (isPushed(calendar) || woken.has(calendar.id))) await wakeGoogleCalendar(context, calendar.id)
          woken.set(calendar.id, settings)
        }
      } catch (error) {
        // Other checks report these errors; the next round retries.
        if (!(error instanceof SettingsError) && !isTemporalUnusable(error)) throw error
      }
    },
    forget: () => woken.clear(),
  }
}
