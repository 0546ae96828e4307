import { z } from 'zod'
import { documentTypes } from './documents.ts'
import { gearTypes } from './gearFields.ts'
import { maintenanceStatuses } from './maintenance.ts'
import { defineOperation } from './operation.ts'
import { shootStatuses } from './shoots.ts'
import { timestamp } from './text.ts'

const number = z.int().min(0)

/** Counts by key; zero counts are included. */
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
