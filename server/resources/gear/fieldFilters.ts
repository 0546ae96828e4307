import type { CustomField } from '../../../contract/api/customFields.ts'
import type { CustomFieldValue } from '../../../contract/api/customFieldValues.ts'
import { describeFault } from '../../../contract/faultReasons.ts'
import type { Fault } from '../../../contract/errors.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import { toFaults } from '../../http/faults.ts'
import { createQueryError } from '../../http/query.ts'
import { isFilterable, readDefinitions, schemaOf, type Definitions } from '../fields/definitions.ts'
import { toValueKey } from '../fields/valueKey.ts'
import type { GearOrder } from './order.ts'
import type { GearSearch } from './search.ts'

const toParameter = (field: string): string => `field.${field}`.slice(0, 100).toWellFormed()

function findFilterable(
  definitions: Definitions,
  name: string,
  parameter: string,
  faults: Fault[],
): CustomField | undefined {
  const field = definitions.get(name)
  if (field?.state === 'filling') faults.push({ parameter, ...describeFault('field_being_filled', {}) })
  else if (field && isFilterable(field)) return field
  else
    faults.push({
      parameter,
      ...describeFault('field_not_filterable', {}),
      allowed: [...definitions.values()].filter(isFilterable).map((one) => toParameter(one.name)),
    })
  return undefined
}

/** Reads the text of a parameter as a value: texts as they are, numbers as JSON writes them, `true` and `false`. */
function parseText({ type }: CustomField, text: string): unknown {
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text)
  if (type === 'integer' || type === 'number')
    return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text
  return text
}

/**
 * Reads the filters by own fields, and checks that by which the list is sorted.
 * @param faults faults of other parameters
 * @returns `undefined` without a filter
 * @throws AppError invalid_query
 */
export async function readFieldFilters(
  tx: Tx,
  state: AccountState,
  given: Readonly<Record<string, string>>,
  order: GearOrder,
  faults: Fault[] = [],
): Promise<GearSearch['fields']> {
  const names = Object.entries(given)
  if (names.length === 0 && order.key !== 'own_field' && faults.length === 0) return undefined
  const definitions = await readDefinitions(tx, state)
  const filters: { field: string; key: string }[] = []
  for (const [name, text] of names) {
    const parameter = toParameter(name)
    const field = findFilterable(definitions, name, parameter, faults)
    if (!field) continue
    const result = schemaOf(field).safeParse(parseText(field, text))
    if (result.success)
      filters.push({ field: name, key: toValueKey(field.type, result.data satisfies CustomFieldValue) })
    else faults.push(...toFaults(result.error, text).map((fault) => ({ ...fault, pointer: undefined, parameter })))
  }
  if (order.key === 'own_field') findFilterable(definitions, order.field, 'sort', faults)
  if (faults.length > 0) throw createQueryError(faults)
  return filters.length === 0 ? undefined : filters
}
