import { describeFault } from '../../../contract/faultReasons.ts'
import type { Fault } from '../../../contract/errors.ts'
import { NewShoot, ShootUpdates } from '../../../contract/api/shoots.ts'
import { toJsonPointer } from '../../http/faults.ts'
import { checkNewBody, checkPatchBody, type FieldValues } from '../../http/recordBody.ts'

const bothLocationForms = (base: readonly string[]): Fault[] => [
  {
    pointer: toJsonPointer([...base, 'locations']),
    ...describeFault('location_twice', {}),
  },
]

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

/** Checks a new shoot. A blank location counts as omitted. @throws AppError validation_failed with every fault */
export const checkNewShoot = (body: unknown): NewShoot =>
  checkNewBody(body, NewShoot, (given: FieldValues) =>
    'location' in given && !isBlank(given['location']) && 'locations' in given ? bothLocationForms([]) : [],
  )

/**
 * Checks a patch. In it, `null` and blank clear the location, so giving both forms is always a contradiction.
 * @throws AppError validation_failed with every fault
 */
export const checkShootPatch = (body: unknown): ShootUpdates =>
  checkPatchBody(body, ShootUpdates, (given: FieldValues) =>
    'location' in given && 'locations' in given ? bothLocationForms(['updates']) : [],
  )
