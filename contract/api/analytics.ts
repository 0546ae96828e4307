import { z } from 'zod'
import { documentTypes } from './documents.ts'
import { gearStatuses, gearTypes, type GearStatus, type GearType } from './gearFields.ts'
import { maintenanceStatuses } from './maintenance.ts'
import { defineOperation } from '../operation.ts'
import { shootStatuses } from './shoots.ts'
import { timestamp } from '../text.ts'
import { month } from './month.ts'

const number = z.int().min(0)

/** Creates a schema of counts by key; zero counts are included. */
const counts = <const Key extends string>(keys: readonly Key[]) =>
  z.strictObject(Object.fromEntries(keys.map((key) => [key, number])) as { [K in Key]: typeof number })

export const Analytics = z
  .strictObject({
    generated_at: timestamp,
    inventory: z.strictObject({ total_items: number, by_type: counts(gearTypes) }),
    shoots: z.strictObject({ total: number, by_status: counts(shootStatuses) }),
    maintenance: z.strictObject({ total: number, by_status: counts(maintenanceStatuses) }),
    documents: z.strictObject({ total: number, by_type: counts(documentTypes) }),
  })
  .meta({ id: 'Analytics' })
export type Analytics = z.output<typeof Analytics>

export const getAnalytics = defineOperation({
  id: 'getAnalytics',
  method: 'GET',
  path: '/analytics',
  objectType: 'analytics',
  summary: 'Aggregate metrics, exact at the moment of the answer',
  scope: 'analytics:read',
  reply: { status: 200, body: z.strictObject({ data: Analytics }) },
  errors: [],
})

/** Creates a schema of an inventory figure, in total and by type and status; zero parts are included. */
function byTypeAndStatus<Figure extends z.ZodType>(figure: Figure) {
  const figures = z.strictObject({
    total: figure,
    by_status: z.strictObject(
      Object.fromEntries(gearStatuses.map((status) => [status, figure])) as { [K in GearStatus]: Figure },
    ),
  })
  return figures.extend({
    by_type: z.strictObject(
      Object.fromEntries(gearTypes.map((type) => [type, figures])) as { [K in GearType]: typeof figures },
    ),
  })
}

const sum = z.number().min(0)

export const InventoryValues = z
  .strictObject({
    generated_at: timestamp,
    currency: z.string().meta({ examples: ['EUR'] }),
    items: byTypeAndStatus(number).meta({ id: 'ItemCounts' }),
    purchase_value: byTypeAndStatus(sum).meta({ id: 'ValueSums' }),
    replacement_value: byTypeAndStatus(sum).meta({ id: 'ReplacementSums' }),
  })
  .meta({ id: 'InventoryValues' })
export type InventoryValues = z.output<typeof InventoryValues>

export const getInventoryValues = defineOperation({
  id: 'getInventoryValues',
  method: 'GET',
  path: '/analytics/values',
  objectType: 'analytics',
  summary: 'Number and value of gear by type and status, exact at the moment of the answer',
  scope: 'analytics:read',
  reply: { status: 200, body: z.strictObject({ data: InventoryValues }) },
  errors: [],
})

export const MAX_MONTHS = 36

export const MonthlyFigures = z
  .strictObject({
    generated_at: timestamp,
    currency: z.string().meta({ examples: ['EUR'] }),
    months: z.array(
      z.strictObject({ month, services: number, service_cost: sum, shoots: number }).meta({ id: 'MonthFigures' }),
    ),
  })
  .meta({ id: 'MonthlyFigures' })
export type MonthlyFigures = z.output<typeof MonthlyFigures>

export const getMonthlyFigures = defineOperation({
  id: 'getMonthlyFigures',
  method: 'GET',
  path: '/analytics/months',
  objectType: 'analytics',
  summary: 'Completed services with their cost, and shoots, by month',
  scope: 'analytics:read',
  query: { from: month, to: month },
  reply: { status: 200, body: z.strictObject({ data: MonthlyFigures }) },
  errors: [],
})
