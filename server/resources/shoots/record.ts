import type { Shoot } from '../../../contract/api/shoots.ts'
import { foldText } from '../../../platform/foldText.ts'

type Locations = Pick<Shoot, 'location' | 'locations'>

/** Derives both forms of the location from the given one; undefined if neither is given. */
export function deriveLocations(given: {
  location?: string | null | undefined
  locations?: string[] | null | undefined
}): Locations | undefined {
  const { location, locations } = given
  if (location !== undefined) return { location, locations: location === null ? [] : [location] }
  if (locations !== undefined) return { location: locations?.[0] ?? null, locations: locations ?? [] }
  return undefined
}

/** Sort key after every time of a day. */
const SORT_KEY_WITHOUT_TIME = '24:00'

export const toStartKey = (shoot: Pick<Shoot, 'shoot_date' | 'shoot_time'>): string =>
  `${shoot.shoot_date} ${shoot.shoot_time ?? SORT_KEY_WITHOUT_TIME}`
export const toFirstStartKey = (day: string): string => `${day} 00:00`
export const toLastStartKey = (day: string): string => `${day} ${SORT_KEY_WITHOUT_TIME}`

export const toSearchText = (shoot: Pick<Shoot, 'title' | 'client_name' | 'locations'>): string =>
  foldText([shoot.title, shoot.client_name ?? '', ...shoot.locations].join(' '))
