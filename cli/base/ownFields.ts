import type { Client } from '../../client/client.ts'
import { listFields, type CustomField } from '../../contract/api/customFields.ts'
import type { CustomFieldValue } from '../../contract/api/customFieldValues.ts'
import { CliError } from './errors.ts'

/** The flag that names a value of an own field; it may come several times. */
export const FIELD_FLAG = [
  '--field <name=value...>',
  'own field, such as supplier=Teltec; see: kitroom field list',
] as const

/** @throws CliError for a text without `=` */
function splitPair(pair: string): [name: string, text: string] {
  const equals = pair.indexOf('=')
  if (equals < 1) throw new CliError(`"${pair}" names no own field. Write --field name=value.`)
  return [pair.slice(0, equals), pair.slice(equals + 1)]
}

function readValue(field: CustomField | undefined, text: string): CustomFieldValue | null {
  if (text === '') return null
  const { type } = field ?? { type: 'text' }
  if ((type === 'integer' || type === 'number') && text.trim() !== '' && !Number.isNaN(Number(text)))
    return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/**
 * Reads the values of `--field name=value`. An empty value clears. The server validates.
 * @throws CliError for a text without `=`
 */
export async function readOwnFields(
  api: Client,
  pairs: readonly string[] | undefined,
): Promise<{ fields?: Record<string, CustomFieldValue | null> }> {
  if (pairs === undefined) return {}
  const { data } = (await api.call(listFields)).body
  const values = pairs.map(splitPair).map(([name, text]) => {
    const field = data.find((one) => one.name === name)
    return [name, readValue(field, text)] as const
  })
  return { fields: Object.fromEntries(values) }
}

/** Reads `--field name=value` as filters of a list. @throws CliError for a text without `=` */
export const readFieldFilters = (pairs: readonly string[] | undefined): Record<`field.${string}`, string> =>
  Object.fromEntries((pairs ?? []).map(splitPair).map(([name, text]) => [`field.${name}`, text]))
