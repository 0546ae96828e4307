import type { Calendar } from '../../calendars/settings.ts'
import { WorkerError } from '../context/errors.ts'

/** @throws WorkerError `unknown_calendar` */
export function requireCalendar(calendars: readonly Calendar[], id: string): Calendar {
  const calendar = calendars.find((candidate) => candidate.id === id)
  if (calendar) return calendar
  const knownIds = calendars.map((candidate) => candidate.id).join(', ') || 'none'
  throw new WorkerError('unknown_calendar', `There is no calendar "${id}" in kitroom.yaml. It has: ${knownIds}.`)
}
