import { MONTHS, ScheduleOverlapPolicy, type CalendarSpec } from '@temporalio/client'
import { dailyScheduleId, dailyWorkflowId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import { signSchedule, type Definition } from './definition.ts'

/** What the schedule of the days is kept under. No source can be called so. */
export const DAILY = ':daily'

/** A schedule as people know it. */
export const titleOf = (source: string): string => (source === DAILY ? 'the days' : source)

/** A day that was missed while nothing ran is caught up this long; later, the next day has found the same. */
const CATCH_UP_MS = 2 * 24 * 60 * 60 * 1000
/** Years for which the days without the hour are known ahead, this one included. */
const YEARS_AHEAD = 3

/** When the days of a studio begin. */
export interface DailyTime {
  /** HH:MM in the studio's zone. */
  at: string
  /** IANA zone. */
  timeZone: string
  nowMs: number
}

/** The day and time of a moment, as a schedule names it. */
function toCalendar({ year, month, day, hour, minute }: Temporal.ZonedDateTime): CalendarSpec {
  const name = MONTHS[month - 1]
  if (!name) throw new RangeError(`there is no month ${month}`)
  return { year, month: name, dayOfMonth: day, hour, minute }
}

/**
 * Where clocks are put forward over the time, that day has no such time, and Temporal would leave the day out. It has these instead: as much
 * later as the clocks were moved. (Where clocks are put back, Temporal takes one of the two.)
 */
function findGaps({ at, timeZone, nowMs }: DailyTime): CalendarSpec[] {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone)
  const start = Temporal.ZonedDateTime.from({ timeZone, year: now.year, month: 1, day: 1 })
  const end = start.add({ years: YEARS_AHEAD })
  const time = Temporal.PlainTime.from(at)
  const gaps: CalendarSpec[] = []
  for (let next = start.getTimeZoneTransition('next'); next && next.epochMilliseconds < end.epochMilliseconds;) {
    const before = next.subtract({ milliseconds: 1 })
    const days = new Set([before.toPlainDate().toString(), next.toPlainDate().toString()])
    for (const day of days) {
      const wanted = Temporal.PlainDate.from(day).toPlainDateTime(time)
      const found = wanted.toZonedDateTime(timeZone)
      if (!found.toPlainDateTime().equals(wanted)) gaps.push(toCalendar(found))
    }
    next = next.getTimeZoneTransition('next')
  }
  return gaps
}

/** The Temporal Schedule that begins every day of the studio, also one whose clocks are put forward over that time. */
export function defineDaily(account: string, time: DailyTime): Definition {
  const { hour, minute } = Temporal.PlainTime.from(time.at)
  return signSchedule(account, {
    source: DAILY,
    timeZone: time.timeZone,
    scheduleId: dailyScheduleId(account),
    spec: { calendars: [{ hour, minute }, ...findGaps(time)], timezone: time.timeZone },
    policies: { overlap: ScheduleOverlapPolicy.BUFFER_ONE, catchupWindow: CATCH_UP_MS },
    action: {
      type: 'startWorkflow',
      workflowType: workflowNames.daily,
      workflowId: dailyWorkflowId(account),
      taskQueue: taskQueue(account),
      args: [{}],
    },
  })
}
