import type { Handler } from '../call.ts'
import { createInvalid } from './errors.ts'
import { isTimeZone } from './eventTimes.ts'
import { openCalendar } from './openCalendar.ts'
import type { StoredCalendar } from './storedCalendar.ts'

const toBody = ({ id, etag, summary, description, location, timeZone, owner }: StoredCalendar): object => ({
  kind: 'calendar#calendar',
  etag,
  id,
  summary,
  ...(description !== undefined && { description }),
  ...(location !== undefined && { location }),
  timeZone,
  conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
  dataOwner: owner,
})

export const getCalendar: Handler = (call) => toBody(openCalendar(call).calendar)

/** Each call creates another calendar. */
export const insertCalendar: Handler = ({ body, account, client, addCalendar }) => {
  const {
    summary,
    description,
    location,
    timeZone = 'UTC',
  } = body as Record<'description' | 'location' | 'summary' | 'timeZone', string | undefined>
  if (!isTimeZone(timeZone)) throw createInvalid('Invalid time zone.')
  const created = { owner: account, createdBy: client ?? account, timeZone }
  return toBody(
    addCalendar({
      ...created,
      ...(summary !== undefined && { summary }),
      ...(description !== undefined && { description }),
      ...(location !== undefined && { location }),
    }),
  )
}

export const deleteCalendar: Handler = (call) => {
  openCalendar(call, 'owner').calendar.remove()
  return undefined
}
