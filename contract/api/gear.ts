import { z } from 'zod'
import { CustomFieldChanges, CustomFieldRecord } from './customFields.ts'
import { MAX_TEXT_VALUE } from './customFieldValues.ts'
import {
  anyCategory,
  commonFields,
  defaultedFields,
  gearConditions,
  gearStatuses,
  gearTypes,
  ownFields,
  requiredFields,
  writableFields,
  type GearType,
} from './gearFields.ts'
import { gearSort } from './gearSort.ts'
import { defineOperation } from '../operation.ts'
import { DEFAULT_LIMIT, MAX_LIMIT, pageQuery, pagination, queryInteger } from '../page.ts'
import { requiredText, searchText, timestamp, uuid } from '../text.ts'

type Fields = Record<string, z.ZodType>
type Optional<T extends Fields> = { [K in keyof T]: z.ZodOptional<z.ZodNullable<T[K]>> }
type Nullable<T extends Fields> = { [K in keyof T]: z.ZodNullable<T[K]> }

const mapFields = (fields: Fields, wrap: (schema: z.ZodType) => z.ZodType): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, wrap(schema)]))
const optional = <const T extends Fields>(fields: T): Optional<T> =>
  mapFields(fields, (schema) => schema.nullish()) as Optional<T>
const nullable = <const T extends Fields>(fields: T): Nullable<T> =>
  mapFields(fields, (schema) => schema.nullable()) as Nullable<T>

const capitalized = (type: GearType): string => `${type[0]?.toUpperCase()}${type.slice(1)}`

const defaults = {
  status: defaultedFields.status.nullish().meta({ 'x-default': 'available' }),
  condition: defaultedFields.condition.nullish().meta({ 'x-default': 'good' }),
}

/** Body of POST /gear for one type. A field with `null` counts as omitted. */
const newGear = <const T extends GearType>(type: T) =>
  z
    .strictObject({
      gear_type: z.literal(type),
      ...requiredFields,
      ...defaults,
      ...optional(commonFields),
      ...optional(ownFields[type]),
      fields: CustomFieldChanges.nullish(),
    })
    .meta({ id: `${capitalized(type)}Create` })

/** One schema per type, so that faults of a known type are reported even if other fields are invalid. */
export const newGearByType = {
  camera: newGear('camera'),
  lens: newGear('lens'),
  accessory: newGear('accessory'),
  filter: newGear('filter'),
  drone: newGear('drone'),
}

const discriminator = (suffix: string) => ({
  propertyName: 'gear_type',
  mapping: Object.fromEntries(gearTypes.map((type) => [type, `#/components/schemas/${capitalized(type)}${suffix}`])),
})

export const NewGear = z
  .discriminatedUnion('gear_type', [
    newGearByType.camera,
    newGearByType.lens,
    newGearByType.accessory,
    newGearByType.filter,
    newGearByType.drone,
  ])
  .meta({ id: 'GearCreate', discriminator: discriminator('Create') })
export type NewGear = z.output<typeof NewGear>

const updatesOf = <const T extends Fields>(own: T) =>
  z
    .strictObject({
      ...requiredFields,
      ...defaultedFields,
      ...nullable(commonFields),
      ...nullable(own),
      fields: CustomFieldChanges,
    })
    .partial()

/**
 * Schema of `updates` while the gear type is unknown: it has the fields of all types. The stored record gives the type.
 */
export const GearUpdates = updatesOf({
  ...ownFields.camera,
  ...ownFields.lens,
  ...ownFields.accessory,
  ...ownFields.filter,
  ...ownFields.drone,
}).meta({
  id: 'GearUpdates',
  minProperties: 1,
})
export type GearUpdates = z.output<typeof GearUpdates>

/** These schemas are for OpenAPI only. They state that fields of different gear types cannot be combined. */
const patchSchemasByType = gearTypes.map((type) => ({
  properties: { gear_type: { const: type }, updates: { propertyNames: { enum: [...writableFields(type), 'fields'] } } },
}))

export const GearPatch = z
  .strictObject({ gear_type: z.enum(gearTypes).optional(), updates: GearUpdates })
  .meta({ id: 'GearPatch', anyOf: patchSchemasByType })
export type GearPatch = z.output<typeof GearPatch>

const gearRecord = <const T extends GearType>(type: T) =>
  z
    .strictObject({
      id: uuid,
      gear_type: z.literal(type),
      ...requiredFields,
      ...defaultedFields,
      ...nullable(commonFields),
      ...nullable(ownFields[type]),
      fields: CustomFieldRecord.optional(),
      created_at: timestamp,
      updated_at: timestamp,
    })
    .meta({ id: capitalized(type) })

export const Gear = z
  .discriminatedUnion('gear_type', [
    gearRecord('camera'),
    gearRecord('lens'),
    gearRecord('accessory'),
    gearRecord('filter'),
    gearRecord('drone'),
  ])
  .meta({ id: 'Gear', discriminator: discriminator('') })
export type Gear = z.output<typeof Gear>

export const listGear = defineOperation({
  id: 'listGear',
  method: 'GET',
  path: '/gear',
  objectType: 'gear',
  summary: 'List inventory, newest first',
  scope: 'gear:read',
  query: {
    ...pageQuery,
    type: z.enum(gearTypes).optional(),
    status: z.enum(gearStatuses).optional(),
    condition: z.enum(gearConditions).optional(),
    category: anyCategory.optional(),
    storage_location: requiredText(200).optional(),
    q: searchText(200).optional(),
    search: searchText(200).optional(),
    asset_tag: requiredText(200).optional(),
    serial_number: requiredText(200).optional(),
    sort: gearSort.default('-created_at'),
  },
  queryMap: { name: 'fields', prefix: 'field.', schema: requiredText(MAX_TEXT_VALUE) },
  reply: {
    status: 200,
    body: z.strictObject({
      data: z.array(Gear),
      pagination: z.strictObject({ ...pagination, type: z.enum(gearTypes).optional() }),
    }),
  },
  errors: [],
})

const suggestedFields = ['storage_location', 'asset_tag'] as const

export const suggestGearValues = defineOperation({
  id: 'suggestGearValues',
  method: 'GET',
  path: '/gear/suggestions',
  objectType: 'gear',
  summary: 'List the storage locations or asset tags in use',
  scope: 'gear:read',
  query: {
    field: z.enum(suggestedFields),
    begins_with: requiredText(200).optional(),
    limit: queryInteger(1, MAX_LIMIT).default(DEFAULT_LIMIT),
  },
  reply: {
    status: 200,
    body: z.strictObject({
      data: z.array(z.strictObject({ value: z.string(), items: z.int().min(1) }).meta({ id: 'GearSuggestion' })),
      has_more: z.boolean(),
    }),
  },
  errors: [],
})

export const getGear = defineOperation({
  id: 'getGear',
  method: 'GET',
  path: '/gear/{id}',
  objectType: 'gear',
  summary: 'Read one gear item',
  scope: 'gear:read',
  params: { id: uuid },
  reply: { status: 200, body: z.strictObject({ data: Gear }) },
  errors: ['not_found'],
})

export const createGear = defineOperation({
  id: 'createGear',
  method: 'POST',
  path: '/gear',
  objectType: 'gear',
  summary: 'Create an owned gear record',
  scope: 'gear:write',
  body: NewGear,
  reply: { status: 201, body: z.strictObject({ data: Gear }) },
  errors: ['validation_failed', 'asset_tag_taken', 'field_value_taken'],
})

export const updateGear = defineOperation({
  id: 'updateGear',
  method: 'PATCH',
  path: '/gear/{id}',
  objectType: 'gear',
  summary: 'Update an owned gear record',
  scope: 'gear:write',
  params: { id: uuid },
  body: GearPatch,
  reply: { status: 200, body: z.strictObject({ data: Gear }) },
  errors: ['not_found', 'validation_failed', 'precondition_failed', 'asset_tag_taken', 'field_value_taken'],
})

export const deleteGear = defineOperation({
  id: 'deleteGear',
  method: 'DELETE',
  path: '/gear/{id}',
  objectType: 'gear',
  summary: 'Delete gear and clean related records',
  scope: 'gear:write',
  params: { id: uuid },
  reply: {
    status: 200,
    body: z.strictObject({
      data: z.strictObject({
        id: uuid,
        deleted: z.literal(true),
        cleaned: z.strictObject({ maintenance: z.int().min(0), documents: z.int().min(0) }),
      }),
    }),
  },
  errors: ['not_found', 'precondition_failed'],
})

export const restoreGear = defineOperation({
  id: 'restoreGear',
  method: 'POST',
  path: '/gear/{id}/restore',
  objectType: 'gear',
  summary: 'Restore a deleted gear record with its related records',
  scope: 'gear:write',
  params: { id: uuid },
  reply: {
    status: 200,
    body: z.strictObject({
      data: Gear,
      restored: z.strictObject({
        maintenance: z.int().min(0),
        documents: z.int().min(0),
        values_skipped: z.int().min(1).optional(),
      }),
    }),
  },
  errors: ['not_found', 'asset_tag_taken', 'field_value_taken'],
})
