import { markHandled, takeFromInbox } from '../../worker/state/inbox.ts'
import { forEachLimit } from '../concurrency.ts'
import { guarded } from '../guarded.ts'
import { readDocument, toCover } from './readCover.ts'
import { readEvents } from './readEvents.ts'
import { placeOf, takeUpCover } from './takeUp.ts'
import { queueDue, type Today } from './queueDue.ts'
import { readToday } from './today.ts'
import type { Cover, WarrantyActivities, WarrantyDeps } from './types.ts'

/** Events of one step. */
const EVENTS = 200
const AT_ONCE = 4

/** Tells of documents that events say have ended, as far as they still have. Answers how many reminders were added. */
async function tellEnded(deps: WarrantyDeps, ids: readonly string[], today: Today, signal: AbortSignal): Promise<number> {
  const covers: Cover[] = []
  await forEachLimit(ids, AT_ONCE, async (id) => {
    const document = await readDocument(deps.api, id, signal)
    const cover = document && toCover(document)
    if (cover && today.config.warranty.types.includes(cover.type)) covers.push(cover)
  })
  const isOver = (cover: Cover): boolean => placeOf(cover.expiresOn, today) === 'ended'
  for (const cover of covers.filter((one) => !isOver(one))) await takeUpCover(deps, cover, today, signal)
  return (await queueDue(deps, covers.filter(isOver), today, signal)).queued
}

/** Takes events about documents from the inbox. They leave it once everything that follows from them is done: doing it again changes nothing. */
export const createReviewDocuments =
  (deps: WarrantyDeps): WarrantyActivities['reviewDocuments'] =>
  () =>
    guarded(deps.log, async (signal) => {
      const events = await deps.state.read((tx) => takeFromInbox(tx, 'warranty', EVENTS))
      if (events.length === 0) return { events: 0, watched: 0, queued: 0, isMore: false }
      const today = await readToday(deps, signal)
      const { open, wake, ended } = readEvents(events, today)
      await forEachLimit(open, AT_ONCE, (watch) => deps.watches.open(watch))
      await forEachLimit(wake, AT_ONCE, (watch) => deps.watches.wake(watch))
      const queued = await tellEnded(deps, ended, today, signal)
      const handled = events.map(({ webhookId }) => webhookId)
      await deps.state.write((tx) => markHandled(tx, 'warranty', handled))
      return { events: events.length, watched: open.length, queued, isMore: events.length === EVENTS }
    })
