import type { WatchInput } from '../../contract/temporal.ts'
import { skipOtherDays } from '../../worker/state/notifiedSteps.ts'
import { guarded } from '../guarded.ts'
import { daysBetween } from '../studioDay.ts'
import { nextLookAt } from './dueCover.ts'
import { readDocument, toCover } from './readCover.ts'
import { takeUpCover } from './takeUp.ts'
import { queueDue } from './queueDue.ts'
import { readToday } from './today.ts'
import type { Look, WarrantyActivities, WarrantyDeps } from './types.ts'

const end = (outcome: Exclude<Look['outcome'], 'watching'>, queued = 0): Look => ({ outcome, queued, nextAtMs: null })

/** Why a reminder that waited, of a mail server that does not answer for example, is not sent after all. */
const NOT_SO = 'The document has no such end any more.'

/** Takes back what was to be told of an end that is no more. */
const takeBack = ({ state }: WarrantyDeps, { documentId }: WatchInput, expiresOn: string): Promise<number> =>
  state.write((tx) => skipOtherDays(tx, { kind: 'warranty', subject: documentId, due_on: expiresOn, error: NOT_SO }))

/** Looks at a document as it is now, for the watch of one of its ends. */
export const createLookAtDocument =
  (deps: WarrantyDeps): WarrantyActivities['lookAtDocument'] =>
  (watch) =>
    guarded(deps.log, async (signal) => {
      const today = await readToday(deps, signal)
      const { warranty, reminders } = today.config
      const document = await readDocument(deps.api, watch.documentId, signal)
      const cover = document && toCover(document)
      const isCover = cover !== undefined && warranty.types.includes(cover.type)
      if (!isCover || cover.expiresOn !== watch.expiresOn) {
        await takeBack(deps, watch, isCover ? cover.expiresOn : '')
        if (!isCover) return end(document ? 'no_cover' : 'gone')
        return end('moved', await takeUpCover(deps, cover, today, signal))
      }
      const { queued } = await queueDue(deps, [cover], today, signal)
      const plan = { steps: warranty.steps, at: reminders.at, timeZone: today.timeZone }
      const nextAtMs = nextLookAt(cover.expiresOn, daysBetween(today.day, cover.expiresOn), plan)
      return nextAtMs === null ? end('over', queued) : { outcome: 'watching', queued, nextAtMs }
    })
