import { z } from 'zod'
import { listingErrors } from '../controlErrors.ts'
import { gearTypes } from '../api/gearFields.ts'
import { defineControlOperation } from '../operation.ts'
import { queryInteger } from '../page.ts'

const MAX_MONTHS = 60

/** Basis of a cost: the record itself, the last completed records of the item, or those of its gear type. */
const costBases = ['record', 'item', 'gear_type', 'unknown'] as const

/** First line. `until` is the last day of the forecast. */
export const ForecastHead = z.strictObject({
  kind: z.literal('forecast'),
  day: z.string(),
  until: z.string(),
  currency: z.string(),
  /** Number of maintenance plans in kitroom.yaml. */
  plans: z.int(),
  /** False while the subscription does not include maintenance: the daily run then creates no records. */
  creates_records: z.boolean(),
  /** True while the daily run is paused: it creates no records until it is resumed. */
  is_paused: z.boolean(),
})
export type ForecastHead = z.output<typeof ForecastHead>

/** A service that is due. `open`: its record exists. `planned`: the daily run will create it. */
export const ForecastService = z.strictObject({
  kind: z.enum(['open', 'planned']),
  due_on: z.string(),
  is_overdue: z.boolean(),
  /** True if its date depends on earlier services being completed on their due dates. */
  is_assumed: z.boolean(),
  /** True if its date is estimated from the usual rate of a meter, or depends on such a date. */
  is_estimated: z.boolean(),
  item_id: z.string(),
  item_type: z.enum(gearTypes),
  item: z.string(),
  asset_tag: z.string().nullable(),
  service_type: z.string(),
  service_provider: z.string().nullable(),
  /**
   * Id of a planned service's plan, and the day on which the daily run creates its record if earlier services are
   * completed on time.
   */
  plan: z.string().nullable(),
  created_on: z.string().nullable(),
  /** Set for open services. */
  maintenance_id: z.string().nullable(),
  status: z.enum(['scheduled', 'in_progress']).nullable(),
  /** Cost in the account's currency; null if unknown. */
  cost: z.number().nullable(),
  cost_from: z.enum(costBases),
  /** Number of completed records whose mean is `cost`. */
  cost_records: z.int(),
})
export type ForecastService = z.output<typeof ForecastService>

/** Services of a month (YYYY-MM), overdue services, or all services. `cost` is the sum of the known costs. */
export const ForecastSum = z.strictObject({
  month: z.string(),
  services: z.int(),
  cost: z.number(),
  currency: z.string(),
  /** Number of services whose cost is unknown. */
  unknown: z.int(),
})
export type ForecastSum = z.output<typeof ForecastSum>

/** Last line. A stream without it is incomplete. */
export const ForecastSums = z.strictObject({
  kind: z.literal('sums'),
  overdue: ForecastSum,
  /** Every month of the forecast, without the overdue services. */
  months: z.array(ForecastSum),
  total: ForecastSum,
  /** Ids of plans that match no item. */
  plans_without_items: z.array(z.string()),
})
export type ForecastSums = z.output<typeof ForecastSums>

export const ForecastLine = z.union([ForecastHead, ForecastService, ForecastSums])
export type ForecastLine = z.output<typeof ForecastLine>

const months = { months: queryInteger(1, MAX_MONTHS).default(12) }

/**
 * Streams NDJSON: a `ForecastHead`, a `ForecastService` per line (overdue ones first, then by date), and
 * `ForecastSums`.
 */
export const readForecast = defineControlOperation({
  id: 'readForecast',
  method: 'GET',
  path: '/maintenance/forecast',
  objectType: 'maintenance',
  summary: 'Maintenance that is due in the coming months',
  query: months,
  reply: { status: 200, body: ForecastLine },
  errors: listingErrors,
})

const forecastFormats = ['csv', 'ics'] as const
export type ForecastFormat = (typeof forecastFormats)[number]

/** Exports the services of a forecast as a table or as a calendar. The calendar has no costs. */
export const exportForecast = defineControlOperation({
  id: 'exportForecast',
  method: 'GET',
  path: '/maintenance/forecast-file',
  objectType: 'maintenance',
  summary: 'A forecast of maintenance as a file',
  query: { ...months, format: z.enum(forecastFormats) },
  reply: { status: 200, body: z.unknown() },
  errors: listingErrors,
})
