import type { Fault } from '../../../contract/errors.ts'
import { NewShoot, ShootUpdates } from '../../../contract/shoots.ts'
import { pointerTo } from '../../http/faults.ts'
import { checkNew, checkUpdates, type Values } from '../shared/body.ts'

const bothLocationForms = (base: readonly string[]): Fault[] => [
  { pointer: pointerTo([...base, 'locations']), code: 'invalid_value', detail: 'must not be given together with location' },
]

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

/** A blank location counts as omitted. @throws AppError validation_failed with every fault */
export const checkNewShoot = (body: unknown): NewShoot =>
  checkNew(body, NewShoot, (given: Values) =>
    'location' in given && !isBlank(given['location']) && 'locations' in given ? bothLocationForms([]) : [],
  )

/**
 * In a patch `null` and blank clear the location, so giving both forms is always a contradiction. @throws AppError validation_failed with every fault
 */
export const checkShootPatch = (body: unknown): ShootUpdates =>
  checkUpdates(body, ShootUpdates, (given: Values) => ('location' in given && 'locations' in given ? bothLocationForms(['updates']) : []))
