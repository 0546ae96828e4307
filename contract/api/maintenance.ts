import { z } from 'zod'
import { gearTypes } from './gearFields.ts'
import { defineOperation } from '../operation.ts'
import { pageQuery, pagination } from '../page.ts'
import { day, clientUuid, money, optionalLines, optionalText, requiredText, timestamp, uuid } from '../text.ts'

export const maintenanceStatuses = ['scheduled', 'in_progress', 'completed', 'cancelled'] as const
export type MaintenanceStatus = (typeof maintenanceStatuses)[number]

/** Allowed status changes. An update may always repeat the current status. */
export const maintenanceTransitions: Readonly<Record<MaintenanceStatus, readonly MaintenanceStatus[]>> = {
  scheduled: ['in_progress', 'completed', 'cancelled'],
  in_progress: ['scheduled', 'completed', 'cancelled'],
  completed: ['in_progress'],
  cancelled: ['scheduled'],
}

const requiredFields = {
  item_type: z.enum(gearTypes),
  item_id: clientUuid,
  service_type: requiredText(200),
  service_date: day,
}

const optionalFields = {
  service_provider: optionalText().nullable(),
  cost: money.nullable(),
  notes: optionalLines(10_000).nullable(),
}

/** Body of POST /maintenance. An optional field with `null` counts as omitted. A new record cannot be cancelled. */
export const NewMaintenance = z
  .strictObject({
    ...requiredFields,
    ...z.object(optionalFields).partial().shape,
    status: z.enum(maintenanceStatuses).exclude(['cancelled']).optional(),
  })
  .meta({ id: 'MaintenanceCreate' })
export type NewMaintenance = z.output<typeof NewMaintenance>

const { service_provider, ...rest } = optionalFields
const writable = { ...requiredFields, service_provider, status: z.enum(maintenanceStatuses), ...rest }

/** Fields of PATCH. `null` clears an optional field. */
export const MaintenanceUpdates = z
  .strictObject(writable)
  .partial()
  .meta({ id: 'MaintenanceUpdates', minProperties: 1 })
export type MaintenanceUpdates = z.output<typeof MaintenanceUpdates>

const MaintenancePatch = z.strictObject({ updates: MaintenanceUpdates }).meta({ id: 'MaintenancePatch' })

/** `completed_at` is null in every status except completed. */
export const Maintenance = z
  .strictObject({
    id: uuid,
    ...writable,
    item_id: uuid,
    completed_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Maintenance' })
export type Maintenance = z.output<typeof Maintenance>

const recordReply = { status: 200, body: z.strictObject({ data: Maintenance }) }

export const listMaintenance = defineOperation({
  id: 'listMaintenance',
  method: 'GET',
  path: '/maintenance',
  objectType: 'maintenance',
  summary: 'List service records and schedules by date',
  scope: 'maintenance:read',
  query: {
    ...pageQuery,
    status: z.enum(maintenanceStatuses).optional(),
    item_type: z.enum(gearTypes).optional(),
    item_id: clientUuid.optional(),
    fromDate: day.optional(),
    toDate: day.optional(),
  },
  reply: { status: 200, body: z.strictObject({ data: z.array(Maintenance), pagination: z.strictObject(pagination) }) },
  errors: [],
})

export const getMaintenance = defineOperation({
  id: 'getMaintenance',
  method: 'GET',
  path: '/maintenance/{id}',
  objectType: 'maintenance',
  summary: 'Read one maintenance record',
  scope: 'maintenance:read',
  params: { id: uuid },
  reply: recordReply,
  errors: ['not_found'],
})

export const createMaintenance = defineOperation({
  id: 'createMaintenance',
  method: 'POST',
  path: '/maintenance',
  objectType: 'maintenance',
  summary: 'Create service work for owned gear',
  scope: 'maintenance:write',
  feature: 'maintenance',
  body: NewMaintenance,
  reply: { ...recordReply, status: 201 },
  errors: ['validation_failed', 'gear_reference_invalid'],
})

export const updateMaintenance = defineOperation({
  id: 'updateMaintenance',
  method: 'PATCH',
  path: '/maintenance/{id}',
  objectType: 'maintenance',
  summary: 'Update service status, cost or provider',
  scope: 'maintenance:write',
  feature: 'maintenance',
  params: { id: uuid },
  body: MaintenancePatch,
  reply: recordReply,
  errors: ['not_found', 'validation_failed', 'gear_reference_invalid', 'precondition_failed', 'invalid_transition'],
})

export const deleteMaintenance = defineOperation({
  id: 'deleteMaintenance',
  method: 'DELETE',
  path: '/maintenance/{id}',
  objectType: 'maintenance',
  summary: 'Delete a maintenance record',
  scope: 'maintenance:write',
  feature: 'maintenance',
  params: { id: uuid },
  reply: { status: 200, body: z.strictObject({ data: z.strictObject({ id: uuid, deleted: z.literal(true) }) }) },
  errors: ['not_found', 'precondition_failed'],
})
