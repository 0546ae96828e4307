// Own fields where they stand beside an item's other fields, as in events, plans and tables: `fields.supplier`.

const PREFIX = 'fields.'

export const isFieldKey = (key: string): boolean => key.startsWith(PREFIX)
export const toFieldKey = (name: string): string => PREFIX + name
export const nameOfFieldKey = (key: string): string => key.slice(PREFIX.length)

interface WithFields {
  fields?: Readonly<Record<string, unknown>> | null | undefined
}

/** Puts the own fields of a record, or of its updates, beside the others. */
export function flattenFields<T extends WithFields>(record: T): T & Record<string, unknown> {
  const { fields, ...rest } = record
  if (fields === undefined) return record as T & Record<string, unknown>
  const own = Object.entries(fields ?? {}).map(([name, value]): [string, unknown] => [toFieldKey(name), value])
  return { ...rest, ...Object.fromEntries(own) } as T & Record<string, unknown>
}

/** Moves own fields into the member `fields`, as bodies have them. */
export function nestFields(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { own = [], others = [] } = Object.groupBy(Object.entries(values), ([key]) =>
    isFieldKey(key) ? 'own' : 'others',
  )
  const record: Record<string, unknown> = Object.fromEntries(others)
  if (own.length > 0) record['fields'] = Object.fromEntries(own.map(([key, value]) => [nameOfFieldKey(key), value]))
  return record
}
