import { describeFault } from '../../../contract/faultReasons.ts'
import type { Fault } from '../../../contract/errors.ts'
import { DocumentUpdates, NewDocument } from '../../../contract/settings/documents.ts'
import { toJsonPointer } from '../../http/faults.ts'
import { checkNewBody, checkPatchBody, type FieldValues } from '../../http/recordBody.ts'
import { isRealDay } from '../../../contract/text.ts'

const isDay = (value: unknown): value is string => typeof value === 'string' && isRealDay(value)

/**
 * Finds faults between fields: expires_on must not precede issued_on.
 * @param given the client's values; the fault points to one of them
 */
export function findDateOrderFaults(
  values: FieldValues,
  base: readonly string[],
  given: FieldValues = values,
): Fault[] {
  const { issued_on: issued, expires_on: expires } = values
  if (!isDay(issued) || !isDay(expires) || issued <= expires) return []
  if ('expires_on' in given)
    return [
      {
        pointer: toJsonPointer([...base, 'expires_on']),
        ...describeFault('before_other_day', { other_field: 'issued_on', other_day: issued }),
      },
    ]
  return [
    {
      pointer: toJsonPointer([...base, 'issued_on']),
      ...describeFault('after_other_day', { other_field: 'expires_on', other_day: expires }),
    },
  ]
}

export const checkNewDocument = (body: unknown): NewDocument =>
  checkNewBody(body, NewDocument, (given) => findDateOrderFaults(given, []))

/** Checks a PATCH body without the stored record. @throws AppError validation_failed with every fault */
export const checkDocumentPatch = (body: unknown): DocumentUpdates =>
  checkPatchBody(body, DocumentUpdates, (given) => findDateOrderFaults(given, ['updates']))
