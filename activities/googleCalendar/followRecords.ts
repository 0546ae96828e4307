import { kinds } from '../../calendars/kinds/all.ts'
import { listPendingEvents, markHandled } from '../../state/inbox/inbox.ts'
import { runActivity } from '../shared/runActivity.ts'
import { remindOfLateShoots } from '../shoots/remindOfShoots.ts'
import { isPushed } from './findCalendar.ts'
import type { GoogleCalendarDeps } from './types.ts'

const BATCH_SIZE = 500

/**
 * Handles inbox events about records that calendars show: wakes the calendars that are written to Google, and queues
 * reminders of shoots. Each reads its records itself, so late, duplicate and reordered events are harmless. `more`:
 * call again.
 */
export const createFollowRecords = (deps: GoogleCalendarDeps) => ({
  followShoots: (): Promise<{ more: boolean }> =>
    runActivity(deps.log, async (signal) => {
      const events = await deps.state.read((tx) => listPendingEvents(tx, 'shoots', BATCH_SIZE, deps.clock.nowMs()))
      const calendars = (await deps.readConfig()).calendars.filter(isPushed)
      const affected = calendars.filter(({ shows }) =>
        events.some(({ type }) => type.startsWith(kinds[shows].eventPrefix)),
      )
      for (const { id } of affected) await deps.wakeCalendar(id)
      if (events.some(({ type }) => type.startsWith('shoot.'))) await remindOfLateShoots(deps, signal)
      const handled = events.map(({ webhookId }) => webhookId)
      await deps.state.write((tx) => markHandled(tx, 'shoots', handled))
      return { more: events.length === BATCH_SIZE }
    }),
})
