// Own fields of the account, as columns of a sheet name them: `fields.supplier`. A process that reads or writes one
// sheet gets the definitions with its job.
import { appliesTo, type CustomField } from '../../contract/api/customFields.ts'
import { toValueSchema } from '../../contract/api/customFieldValues.ts'
import { toFieldKey } from '../../contract/api/fieldKeys.ts'
import type { GearType } from '../../contract/api/gearFields.ts'
import { toLookupKey } from './lookupKey.ts'

let definedFields: ReadonlyMap<string, CustomField> = new Map()

/** Makes the definitions known to this process. Fields that are ending take no values any more. */
export function defineCustomFields(fields: readonly CustomField[]): void {
  definedFields = new Map(
    fields.filter(({ state }) => state !== 'ending').map((field) => [toFieldKey(field.name), field]),
  )
}

/** Names of the account's own fields. */
export const listCustomNames = (): string[] => Array.from(definedFields.values(), ({ name }) => name)

export const findCustomField = (field: string): CustomField | undefined => definedFields.get(field)

/** True for an own field that the type lacks. */
export function lacksCustomField(type: GearType, field: string): boolean {
  const defined = definedFields.get(field)
  return defined !== undefined && !appliesTo(defined, type)
}

const kindByType = {
  text: 'text',
  integer: 'measure',
  number: 'measure',
  date: 'date',
  boolean: 'boolean',
  choice: 'word',
} as const

/** Finds the kind of an own field's cells. @returns undefined for another field */
export function findCustomKind(field: string): (typeof kindByType)[keyof typeof kindByType] | undefined {
  const defined = definedFields.get(field)
  return defined && kindByType[defined.type]
}

export const findCustomSchema = (field: string): ReturnType<typeof toValueSchema> | undefined => {
  const defined = definedFields.get(field)
  return defined && toValueSchema(defined)
}

/** Finds the own field of a header: that has its name, its label, or its name in exports (`fields.supplier`). */
export function findCustomTarget(header: string): string | undefined {
  const key = toLookupKey(header)
  const matches = [...definedFields.entries()].filter(([target, { name, label }]) =>
    [target, name, label].some((text) => toLookupKey(text) === key),
  )
  return matches.length === 1 ? matches[0]?.[0] : undefined
}
