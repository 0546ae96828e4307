import { isPushed } from '../../activities/googleCalendar/findCalendar.ts'
import { listShootRecipients } from '../../activities/notify/routes.ts'
import { kinds } from '../../calendars/kinds/all.ts'
import { SettingsError } from '../../config/config.ts'
import type { InboxTopic } from '../../contract/temporal.ts'
import { listPendingEvents, markHandled } from '../../state/inbox/inbox.ts'
import type { SettingsAccess, StateAndClock } from '../context/context.ts'

/** Maximum number of events to check here. The workflow handles more. */
const MAX_EVENTS = 500

/**
 * Reads the prefixes of events that calendars at Google show, or that people are reminded of; undefined while
 * kitroom.yaml is unusable.
 */
async function readShownPrefixes({ settings }: SettingsAccess): Promise<string[] | undefined> {
  try {
    const config = await settings.read()
    const shown = config.calendars.filter(isPushed).map(({ shows }) => kinds[shows].eventPrefix)
    return listShootRecipients(config).length > 0 ? [...shown, kinds.shoots.eventPrefix] : shown
  } catch (error) {
    if (error instanceof SettingsError) return undefined
    throw error
  }
}

/**
 * Marks events of the topic `shoots` as handled if no calendar at Google shows their records and nobody is reminded of
 * them. A sync of ten thousand rows would otherwise start a workflow every few seconds that wakes nothing.
 * @returns the topics that have work
 */
export async function leaveOutUnshown(
  context: StateAndClock & SettingsAccess,
  topics: readonly InboxTopic[],
): Promise<readonly InboxTopic[]> {
  if (!topics.includes('shoots')) return topics
  const { state, clock } = context
  const prefixes = await readShownPrefixes(context)
  const events = await state.read((tx) => listPendingEvents(tx, 'shoots', MAX_EVENTS, clock.nowMs()))
  const isShown = ({ type }: { type: string }): boolean =>
    prefixes === undefined || prefixes.some((prefix) => type.startsWith(prefix))
  if (events.length === MAX_EVENTS || events.some(isShown)) return topics
  const unshown = events.map(({ webhookId }) => webhookId)
  if (unshown.length > 0) await state.write((tx) => markHandled(tx, 'shoots', unshown), { durable: false })
  return topics.filter((topic) => topic !== 'shoots')
}
