import { listShoots } from '../../contract/api/shoots.ts'
import type { Texts } from '../../messages/languages/texts.ts'
import type { Api } from '../shared/api.ts'
import type { Notification } from '../notify/types.ts'
import { describeShoot } from './describeShoot.ts'
import { hasBegun, type StudioNow } from './isUpcoming.ts'

/** Maximum number of shoots to read, for each status. */
const MAX_SHOOTS = 20

/**
 * Creates the reminder of the next planned shoot, on any day. It reads only a few shoots.
 * @returns undefined if there is none
 */
export async function findNextShoot(
  api: Api,
  now: StudioNow,
  signal: AbortSignal,
  texts: Texts,
): Promise<Notification | undefined> {
  const pages = (['planning', 'confirmed'] as const).map(
    async (status) =>
      (await api.call(listShoots, { query: { status, limit: MAX_SHOOTS, fromDate: now.day } }, { signal })).body.data,
  )
  const [next] = (await Promise.all(pages))
    .flat()
    .filter((shoot) => !hasBegun(shoot, now))
    .toSorted((a, b) => (a.shoot_date < b.shoot_date ? -1 : Number(a.shoot_date > b.shoot_date)))
  return next && describeShoot(next, now.day, texts)
}
