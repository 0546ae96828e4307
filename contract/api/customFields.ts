// Fields that an account defines for its gear, beside those of the contract. Documents call them own fields.
import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { timestamp, uuid } from '../text.ts'
import { customFieldTypes, FIELD_NAME, MAX_NUMBER, MAX_TEXT_VALUE, toValueSchema } from './customFieldValues.ts'
import { gearTypes, type GearType } from './gearFields.ts'

export const MAX_FIELDS_PER_TYPE = 100
/** Maximum number of fields of an account that lists filter and sort by; unique ones count. */
export const MAX_FILTERABLE_FIELDS = 8
export const MAX_CHOICES = 100

/** `filling`: values that exist are being collected for filters. `ending`: values are being deleted. */
const customFieldStates = ['active', 'filling', 'ending'] as const

const customField = {
  id: uuid,
  name: z.string(),
  label: z.string(),
  gear_type: z.enum(gearTypes).nullable(),
  type: z.enum(customFieldTypes),
  unit: z.string().nullable(),
  choices: z.array(z.string()).nullable(),
  unique: z.boolean(),
  filterable: z.boolean(),
  help: z.string().nullable(),
  state: z.enum(customFieldStates),
  created_at: timestamp,
  updated_at: timestamp,
}

/** The definition of an own field. */
export const CustomField = z.strictObject(customField).meta({ id: 'Field' })
export type CustomField = z.output<typeof CustomField>

/** Own fields of an item by name; only those that have a value. */
export const CustomFieldRecord = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .meta({ id: 'FieldValues' })

const fieldChange = z.union([
  z.string().max(MAX_TEXT_VALUE),
  z.number().min(-MAX_NUMBER).max(MAX_NUMBER),
  z.boolean(),
  z.null(),
])

/** Values of own fields in a body. The account's definitions say which; `null` clears. */
export const CustomFieldChanges = z
  .record(z.string().max(40).regex(FIELD_NAME), fieldChange)
  .meta({ id: 'FieldChanges', maxProperties: MAX_FIELDS_PER_TYPE })

const valueJsonSchema = ({ type, choices, label, unit, help }: CustomField): object => ({
  title: unit === null ? label : `${label} (${unit})`,
  ...(help !== null && { description: help }),
  ...(type === 'choice' ? { enum: choices ?? [] } : z.toJSONSchema(toValueSchema({ type, choices }), { io: 'input' })),
})

export const appliesTo = ({ gear_type: own }: Pick<CustomField, 'gear_type'>, type: GearType): boolean =>
  own === null || own === type

/** JSON Schema (2020-12) of `fields` for each gear type, by the definitions that can be written. */
export const toFieldSchemas = (fields: readonly CustomField[]): Record<GearType, object> =>
  Object.fromEntries(
    gearTypes.map((type) => [
      type,
      {
        type: 'object',
        properties: Object.fromEntries(
          fields
            .filter((field) => field.state !== 'ending' && appliesTo(field, type))
            .map((field) => [field.name, valueJsonSchema(field)]),
        ),
        additionalProperties: false,
      },
    ]),
  ) as Record<GearType, object>

export const listFields = defineOperation({
  id: 'listFields',
  method: 'GET',
  path: '/fields',
  objectType: 'fields',
  summary: 'List the own fields of the account',
  scope: 'gear:read',
  reply: {
    status: 200,
    body: z.strictObject({
      data: z.array(CustomField),
      schemas: z.record(z.enum(gearTypes), z.record(z.string(), z.unknown())),
    }),
  },
  errors: [],
})
