import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  log,
  setHandler,
} from '@temporalio/workflow'
import type { PushResult } from '../activities/googleCalendar/types.ts'
import { CHANGED_SIGNAL, type GoogleCalendarInput } from '../contract/temporal.ts'
import { failureReason } from './failureReason.ts'
import { googleCalendarActivities } from './proxies.ts'

/** Pushes per run. Then the workflow continues as new, to keep its history short. */
const PUSHES_PER_RUN = 50

/** Wait after a failed push. A wake-up ends it earlier. */
const RETRY_AFTER_MS = 15 * 60_000

const changed = defineSignal(CHANGED_SIGNAL)

async function push(input: GoogleCalendarInput): Promise<Pick<PushResult, 'outcome' | 'nextInMs'>> {
  try {
    const options = { summary: `Write calendar ${input.calendar} to Google` }
    return await googleCalendarActivities.pushGoogleCalendar.executeWithOptions(options, [input])
  } catch (error) {
    if (isCancellation(error)) throw error
    const { code, detail } = failureReason(error)
    log.error('a calendar could not be written to Google; trying again in 15 minutes', {
      calendar: input.calendar,
      code,
      detail,
    })
    return { outcome: 'stopped', nextInMs: RETRY_AFTER_MS }
  }
}

/**
 * Keeps a calendar at Google equal to the inventory, one push after another. Every run begins with a push, so no wake-
 * up is lost while a run ends. The workflow ends when kitroom.yaml no longer has the calendar.
 */
export async function googleCalendar(input: GoogleCalendarInput): Promise<void> {
  let isWoken = false
  setHandler(changed, () => void (isWoken = true))
  for (let pushes = 0; pushes < PUSHES_PER_RUN; pushes++) {
    // The flag is reset before the push, which reads the changes of every signal received so far.
    isWoken = false
    const { outcome, nextInMs } = await push(input)
    if (outcome === 'more') continue
    if (outcome === 'off' && !isWoken) return condition(allHandlersFinished)
    if (outcome !== 'off') await condition(() => isWoken, nextInMs)
  }
  await continueAsNew<typeof googleCalendar>(input)
}
