import type { Calendar } from '../../calendars/settings.ts'
import { createWorkerError } from '../context/errors.ts'

/** @throws WorkerError `unknown_calendar` */
export function requireCalendar(calendars: readonly Calendar[], id: string): Calendar {
  const calendar = calendars.find((candidate) => candidate.id === id)
  if (calendar) return calendar
  throw createWorkerError('unknown_calendar', { calendar: id, known: calendars.map((candidate) => candidate.id) })
}
