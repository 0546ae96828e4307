import { DAY_MS } from '../../contract/policies.ts'
import { MONTHS, ScheduleOverlapPolicy, type CalendarSpec } from '@temporalio/client'
import { dailyScheduleId, dailyWorkflowId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import { DAILY_SCHEDULE_KEY } from '../../state/schedules/schedules.ts'
import { addScheduleMemo, type ScheduleDefinition } from './definition.ts'

export const scheduleTitle = (source: string): string => (source === DAILY_SCHEDULE_KEY ? 'the daily run' : source)

/** Time within which a missed daily run still starts. Later, the next run does its work. */
const CATCH_UP_WINDOW_MS = 2 * DAY_MS
/** Number of years for which skipped local times are computed in advance. */
const YEARS_AHEAD = 3

export interface DailyTime {
  /** HH:MM in the studio's time zone. */
  at: string
  timeZone: string
  nowMs: number
}

/** Converts a local time to Temporal's calendar spec. */
function toCalendar({ year, month, day, hour, minute }: Temporal.ZonedDateTime): CalendarSpec {
  const name = MONTHS[month - 1]
  if (!name) throw new RangeError(`there is no month ${month}`)
  return { year, month: name, dayOfMonth: day, hour, minute }
}

/**
 * Finds replacement times for days on which a clock change skips the daily time, because Temporal would skip these
 * days. Temporal itself resolves times that occur twice.
 */
function findGaps({ at, timeZone, nowMs }: DailyTime): CalendarSpec[] {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone)
  const startOfRange = Temporal.ZonedDateTime.from({ timeZone, year: now.year, month: 1, day: 1 })
  const endOfRange = startOfRange.add({ years: YEARS_AHEAD })
  const time = Temporal.PlainTime.from(at)
  const gaps: CalendarSpec[] = []
  for (
    let transition = startOfRange.getTimeZoneTransition('next');
    transition && transition.epochMilliseconds < endOfRange.epochMilliseconds;
  ) {
    const beforeTransition = transition.subtract({ milliseconds: 1 })
    const days = new Set([beforeTransition.toPlainDate().toString(), transition.toPlainDate().toString()])
    for (const day of days) {
      const scheduled = Temporal.PlainDate.from(day).toPlainDateTime(time)
      const resolved = scheduled.toZonedDateTime(timeZone)
      if (!resolved.toPlainDateTime().equals(scheduled)) gaps.push(toCalendar(resolved))
    }
    transition = transition.getTimeZoneTransition('next')
  }
  return gaps
}

/** Defines the Temporal Schedule that starts the daily run, including days with a skipped local time. */
export function defineDailySchedule(account: string, time: DailyTime): ScheduleDefinition {
  const { hour, minute } = Temporal.PlainTime.from(time.at)
  return addScheduleMemo(account, {
    source: DAILY_SCHEDULE_KEY,
    timeZone: time.timeZone,
    scheduleId: dailyScheduleId(account),
    spec: { calendars: [{ hour, minute }, ...findGaps(time)], timezone: time.timeZone },
    policies: { overlap: ScheduleOverlapPolicy.BUFFER_ONE, catchupWindow: CATCH_UP_WINDOW_MS },
    action: {
      type: 'startWorkflow',
      workflowType: workflowNames.daily,
      staticSummary: 'The daily run',
      workflowId: dailyWorkflowId(account),
      taskQueue: taskQueue(account),
      args: [{}],
    },
  })
}
