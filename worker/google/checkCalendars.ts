import { createCalls } from '../../activities/googleCalendar/calls.ts'
import { connectCalendar, findGoogleId, notCreated } from '../../activities/googleCalendar/findCalendar.ts'
import type { PushedCalendar } from '../../activities/googleCalendar/types.ts'
import { readMessage } from '../../contract/sentences/storedText.ts'
import type { GoogleCalendarInfo } from '../../contract/control/google.ts'
import { readGooglePush } from '../../state/calendars/googleCalendars.ts'
import { listGoogleEvents, retryRefusedEvents } from '../../state/calendars/googleEvents.ts'
import type { StateAccess } from '../context/context.ts'
import { raceSignal } from './timeLimit.ts'
import { toFault } from './toFault.ts'
import type { GoogleAccess } from './context.ts'

const noPace = (): Promise<void> => Promise.resolve()

/** Describes the events that Google refuses, and makes the next push try them again. @returns null if there is none */
async function retryRefused({ state }: StateAccess, googleId: string): Promise<string | null> {
  const refused = await state.write(async (tx) => {
    await retryRefusedEvents(tx, googleId)
    return (await listGoogleEvents(tx, googleId)).filter(({ refusal }) => refusal !== null)
  })
  const [first] = refused
  if (first === undefined) return null
  const others = refused.length === 1 ? '' : ` and ${refused.length - 1} more`
  return `Not written: "${first.title}"${others}. ${readMessage(first.refusal ?? '')} Kitroom tries again now. Run this command once more in a minute.`
}

async function checkCalendar(
  context: GoogleAccess & StateAccess,
  calendar: PushedCalendar,
  signal: AbortSignal,
): Promise<GoogleCalendarInfo> {
  const { googleId, writtenAt } = await context.state.read(async (tx) => {
    const id = await findGoogleId(tx, calendar)
    return { googleId: id, writtenAt: id === undefined ? null : (await readGooglePush(tx, id)).pushed_at }
  })
  const info = { calendar: calendar.id, google_id: googleId ?? null, written_at: writtenAt }
  try {
    if (googleId === undefined) throw notCreated(calendar.id)
    await raceSignal(signal, async () => {
      const clients = await connectCalendar(context, calendar)
      await createCalls(clients, googleId, noPace, signal).requireWritable()
    })
    return { ...info, may_write: true, problem: await retryRefused(context, googleId) }
  } catch (error) {
    const { problem, isTemporary } = toFault(error)
    return { ...info, may_write: isTemporary ? null : false, problem }
  }
}

/** Asks Google for each calendar that is written, with one request. Events that it refuses are tried again. */
export async function checkCalendars(
  context: GoogleAccess & StateAccess,
  calendars: readonly PushedCalendar[],
  signal: AbortSignal,
): Promise<GoogleCalendarInfo[]> {
  const infos: GoogleCalendarInfo[] = []
  for (const calendar of calendars) infos.push(await checkCalendar(context, calendar, signal))
  return infos
}
