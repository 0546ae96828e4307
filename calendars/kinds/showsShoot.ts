import type { Shoot } from '../../contract/api/shoots.ts'
import { foldText } from '../../platform/foldText.ts'

/** Filter of shoots, apart from their day. Undefined shows all. */
export interface ShootFilter {
  statuses: readonly string[]
  clients?: readonly string[] | undefined
  places?: readonly string[] | undefined
}

/** True if a list contains a value, ignoring case and accents. */
function isListed(value: string | null, list: readonly string[]): boolean {
  if (value === null) return false
  const folded = foldText(value.trim())
  return list.some((one) => foldText(one) === folded)
}

/** @param status the shoot's status, or the last one before it ended */
export function showsShoot({ statuses, clients, places }: ShootFilter, shoot: Shoot, status: string): boolean {
  if (!statuses.includes(status)) return false
  if (clients && !isListed(shoot.client_name, clients)) return false
  return !places || [shoot.location, ...shoot.locations].some((place) => isListed(place, places))
}
