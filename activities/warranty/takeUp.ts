import { daysBetween } from '../studioDay.ts'
import { queueDue, type Today } from './queueDue.ts'
import type { Cover, WarrantyDeps } from './types.ts'

/** Where an end lies: nothing is to be done about it yet, it is watched, or it has come and is told of. */
export type Place = 'ahead' | 'inside' | 'ended'

export function placeOf(expiresOn: string, { day, config }: Today): Place {
  const left = daysBetween(day, expiresOn)
  if (left < 0) return 'ended'
  return left <= config.warranty.window_days ? 'inside' : 'ahead'
}

/**
 * Does what is to be done about a cover that was just heard of: one inside the window gets a watch, which tells what is due; one that has ended
 * is told of at once. Answers how many reminders were added.
 */
export async function takeUpCover(deps: WarrantyDeps, cover: Cover, today: Today, signal: AbortSignal): Promise<number> {
  const place = placeOf(cover.expiresOn, today)
  if (place === 'inside') await deps.watches.open({ documentId: cover.id, expiresOn: cover.expiresOn })
  return place === 'ended' ? (await queueDue(deps, [cover], today, signal)).queued : 0
}
