import type { Handler } from '../call.ts'
import { deleteCalendar, getCalendar, insertCalendar } from './calendars.ts'
import { getEvent, listEvents } from './readEvents.ts'
import { deleteEvent, insertEvent, patchEvent, updateEvent } from './writeEvent.ts'

export const calendarHandlers: Record<string, Handler> = {
  'calendar.calendars.get': getCalendar,
  'calendar.calendars.insert': insertCalendar,
  'calendar.calendars.delete': deleteCalendar,
  'calendar.events.get': getEvent,
  'calendar.events.list': listEvents,
  'calendar.events.insert': insertEvent,
  'calendar.events.update': updateEvent,
  'calendar.events.patch': patchEvent,
  'calendar.events.delete': deleteEvent,
}
