import { guarded } from '../guarded.ts'
import { daysBetween } from '../studioDay.ts'
import { nextLookAt } from './dueCover.ts'
import { readDocument, toCover } from './readCover.ts'
import { takeUpCover } from './takeUp.ts'
import { tellCovers } from './tell.ts'
import { readToday } from './today.ts'
import type { Look, WarrantyActivities, WarrantyDeps } from './types.ts'

const end = (outcome: Exclude<Look['outcome'], 'watching'>, queued = 0): Look => ({ outcome, queued, nextAtMs: null })

/** Looks at a document as it is now, for the watch of one of its ends. */
export const createLookAtDocument =
  (deps: WarrantyDeps): WarrantyActivities['lookAtDocument'] =>
  ({ documentId, expiresOn }) =>
    guarded(deps.log, async (signal) => {
      const today = await readToday(deps, signal)
      const { warranty, reminders } = today.config
      const document = await readDocument(deps.api, documentId, signal)
      if (!document) return end('gone')
      const cover = toCover(document)
      if (!cover || !warranty.types.includes(cover.type)) return end('no_cover')
      if (cover.expiresOn !== expiresOn) return end('moved', await takeUpCover(deps, cover, today, signal))
      const queued = await tellCovers(deps, [cover], today, signal)
      const plan = { steps: warranty.steps, at: reminders.at, timeZone: today.timeZone }
      const nextAtMs = nextLookAt(expiresOn, daysBetween(today.day, expiresOn), plan)
      return nextAtMs === null ? end('over', queued) : { outcome: 'watching', queued, nextAtMs }
    })
