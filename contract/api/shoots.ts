import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { pageQuery, pagination } from '../page.ts'
import { toSchemaMessage } from '../schemaFaults.ts'
import {
  count,
  day,
  NOT_BLANK,
  optionalLines,
  optionalText,
  requiredText,
  searchText,
  timestamp,
  uuid,
} from '../text.ts'

export const shootStatuses = ['planning', 'confirmed', 'completed', 'cancelled'] as const
export type ShootStatus = (typeof shootStatuses)[number]

/** Allowed status changes. An update may always repeat the current status. */
export const shootTransitions: Readonly<Record<ShootStatus, readonly ShootStatus[]>> = {
  planning: ['confirmed', 'completed', 'cancelled'],
  confirmed: ['planning', 'completed', 'cancelled'],
  completed: ['confirmed'],
  cancelled: ['planning'],
}

const MAX_LOCATIONS = 20

const requiredFields = { title: requiredText(200), shoot_date: day }
const progressFields = { status: z.enum(shootStatuses), completion_progress: count(100) }

const timeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, toSchemaMessage('no_time_of_day', {}))
  .meta({ title: 'time of day (`HH:MM`)', examples: ['09:30'] })

const duration = z.int().min(1).max(10_080)

/** Optional fields without the location, which has two forms: see `locationFields`. */
const optionalFields = {
  client_name: optionalText(),
  shoot_time: timeOfDay,
  duration_minutes: duration,
  notes: optionalLines(10_000),
}

/**
 * A request body has one of the two fields; `location` means a list of one. A reply has both; `location` is the first
 * location.
 */
const locationFields = {
  location: optionalText().meta({ description: 'The only location. Give location or locations, not both.' }),
  locations: z
    .array(requiredText(200))
    .min(1)
    .max(MAX_LOCATIONS)
    .meta({ description: 'All locations in order. Give location or locations, not both.' }),
}

/**
 * This rule is for OpenAPI only: a body may have only one of the two location fields. In a new shoot, `null` and blank
 * values do not count.
 */
const bothLocationForms = {
  required: ['location', 'locations'],
  properties: { location: { pattern: NOT_BLANK, not: { const: null } }, locations: { not: { const: null } } },
}

/** Body of POST /shoots. A field with `null` counts as omitted. */
export const NewShoot = z
  .strictObject({
    ...requiredFields,
    client_name: optionalFields.client_name.nullish(),
    shoot_time: optionalFields.shoot_time.nullish(),
    duration_minutes: optionalFields.duration_minutes.nullish(),
    location: locationFields.location.nullish(),
    locations: locationFields.locations.nullish(),
    notes: optionalFields.notes.nullish(),
  })
  .meta({ id: 'ShootCreate', not: bothLocationForms })
export type NewShoot = z.output<typeof NewShoot>

/** Fields of PATCH. `null` clears an optional field. */
export const ShootUpdates = z
  .strictObject({
    ...requiredFields,
    ...progressFields,
    client_name: optionalFields.client_name.nullable(),
    shoot_time: optionalFields.shoot_time.nullable(),
    duration_minutes: optionalFields.duration_minutes.nullable(),
    location: locationFields.location.nullable(),
    locations: locationFields.locations.nullable(),
    notes: optionalFields.notes.nullable(),
  })
  .partial()
  .meta({ id: 'ShootUpdates', minProperties: 1 })
export type ShootUpdates = z.output<typeof ShootUpdates>

const ShootPatch = z.strictObject({ updates: ShootUpdates }).meta({ id: 'ShootPatch' })

/** A shoot in replies: every field, `null` when empty. Without a location, `locations` is empty. */
export const Shoot = z
  .strictObject({
    id: uuid,
    title: requiredFields.title,
    client_name: optionalFields.client_name.nullable(),
    shoot_date: requiredFields.shoot_date,
    shoot_time: optionalFields.shoot_time.nullable(),
    duration_minutes: optionalFields.duration_minutes.nullable(),
    location: optionalText().nullable(),
    locations: z.array(requiredText(200)).max(MAX_LOCATIONS),
    status: progressFields.status,
    completion_progress: progressFields.completion_progress,
    notes: optionalFields.notes.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Shoot' })
export type Shoot = z.output<typeof Shoot>

const filters = {
  status: z.enum(shootStatuses).optional(),
  fromDate: day.optional(),
  toDate: day.optional(),
  q: searchText(200).optional(),
}

export const listShoots = defineOperation({
  id: 'listShoots',
  method: 'GET',
  path: '/shoots',
  objectType: 'shoots',
  summary: 'List shoots, earliest first',
  scope: 'shoots:read',
  query: {
    ...pageQuery,
    ...filters,
    search: searchText(200).optional().meta({ description: 'Alias of q; give one of them.' }),
  },
  reply: {
    status: 200,
    body: z.strictObject({
      data: z.array(Shoot),
      pagination: z.strictObject(pagination),
      filters: z.strictObject(filters),
    }),
  },
  errors: [],
})

export const getShoot = defineOperation({
  id: 'getShoot',
  method: 'GET',
  path: '/shoots/{id}',
  objectType: 'shoots',
  summary: 'Read one shoot',
  scope: 'shoots:read',
  params: { id: uuid },
  reply: { status: 200, body: z.strictObject({ data: Shoot }) },
  errors: ['not_found'],
})

export const createShoot = defineOperation({
  id: 'createShoot',
  method: 'POST',
  path: '/shoots',
  objectType: 'shoots',
  summary: 'Create a shoot in planning',
  scope: 'shoots:write',
  body: NewShoot,
  reply: { status: 201, body: z.strictObject({ data: Shoot }) },
  errors: ['validation_failed'],
})

export const updateShoot = defineOperation({
  id: 'updateShoot',
  method: 'PATCH',
  path: '/shoots/{id}',
  objectType: 'shoots',
  summary: 'Update production details, status or progress',
  scope: 'shoots:write',
  params: { id: uuid },
  body: ShootPatch,
  reply: { status: 200, body: z.strictObject({ data: Shoot }) },
  errors: ['not_found', 'validation_failed', 'precondition_failed', 'invalid_transition'],
})

export const deleteShoot = defineOperation({
  id: 'deleteShoot',
  method: 'DELETE',
  path: '/shoots/{id}',
  objectType: 'shoots',
  summary: 'Delete a shoot plan',
  scope: 'shoots:write',
  params: { id: uuid },
  reply: { status: 200, body: z.strictObject({ data: z.strictObject({ id: uuid, deleted: z.literal(true) }) }) },
  errors: ['not_found', 'precondition_failed'],
})
