import type { Shoot } from '../../../contract/shoots.ts'
import { fold } from '../../../platform/fold.ts'

type Place = Pick<Shoot, 'location' | 'locations'>

/** Both ways of telling the place, from the one that was given; nothing when neither was. */
export function placeOf(given: { location?: string | null | undefined; locations?: string[] | null | undefined }): Place | undefined {
  const { location, locations } = given
  if (location !== undefined) return { location, locations: location === null ? [] : [location] }
  if (locations !== undefined) return { location: locations?.[0] ?? null, locations: locations ?? [] }
  return undefined
}

/** Sorts after every time of a day: a shoot without a time comes last. */
const NO_TIME = '24:00'

/** The order of lists, and the bounds of a range of days, as one text. */
export const startsOf = (shoot: Pick<Shoot, 'shoot_date' | 'shoot_time'>): string => `${shoot.shoot_date} ${shoot.shoot_time ?? NO_TIME}`
export const firstOf = (day: string): string => `${day} 00:00`
export const lastOf = (day: string): string => `${day} ${NO_TIME}`

/** What `q` searches: title, client and places, folded. */
export const searchedOf = (shoot: Pick<Shoot, 'title' | 'client_name' | 'locations'>): string =>
  fold([shoot.title, shoot.client_name ?? '', ...shoot.locations].join(' '))
