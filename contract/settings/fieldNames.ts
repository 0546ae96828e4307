import { FIELD_NAME } from '../api/customFieldValues.ts'
import { foldFieldName } from './foldFieldName.ts'
import { reservedFieldNames } from './reservedFieldNames.ts'

/** True for a name that an own field can have. */
export const isFieldName = (name: string): boolean =>
  FIELD_NAME.test(name) && !reservedFieldNames.has(name) && !(name in {})

/** Leaves room for a number. */
const MAX_NUMBERED_LENGTH = 36

/**
 * Proposes the name of an own field for a label. Without letters of a to z it is `field`; a name that is taken gets a
 * number.
 * @param taken names that the account has
 */
export function proposeFieldName(label: string, taken: readonly string[] = []): string {
  const base = foldFieldName(label) || 'field'
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base.slice(0, MAX_NUMBERED_LENGTH)}_${number}`
    if (isFieldName(name) && !taken.includes(name)) return name
  }
}
