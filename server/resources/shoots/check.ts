import type { Fault } from '../../../contract/errors.ts'
import { NewShoot, ShootUpdates } from '../../../contract/shoots.ts'
import { pointerTo } from '../../http/faults.ts'
import { checkNew, checkUpdates, type Values } from '../shared/body.ts'

const bothPlaces = (base: readonly string[]): Fault[] => [
  { pointer: pointerTo([...base, 'locations']), code: 'invalid_value', detail: 'must not be given together with location' },
]

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

/**
 * Checks the body of POST /shoots. A blank location is none.
 * @throws AppError validation_failed with every fault
 */
export const checkNewShoot = (body: unknown): NewShoot =>
  checkNew(body, NewShoot, (given: Values) => ('location' in given && !isBlank(given['location']) && 'locations' in given ? bothPlaces([]) : []))

/**
 * Checks the body of PATCH /shoots/{id}. There `null` and blank clear the place, so that naming both is a contradiction whatever they say.
 * @throws AppError validation_failed with every fault
 */
export const checkShootPatch = (body: unknown): ShootUpdates =>
  checkUpdates(body, ShootUpdates, (given: Values) => ('location' in given && 'locations' in given ? bothPlaces(['updates']) : []))
