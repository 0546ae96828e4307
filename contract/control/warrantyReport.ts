import { z } from 'zod'
import { listingErrors } from '../controlErrors.ts'
import { documentTypes } from '../api/documents.ts'
import { gearTypes } from '../api/gearFields.ts'
import { defineControlOperation } from '../operation.ts'

/** Periods in days for counting documents that end soon. */
export const endWindows = [30, 60, 90, 180] as const

/** First line. `day` is today in the studio's time zone. */
export const WarrantyReportHead = z.strictObject({
  kind: z.literal('warranty_report'),
  day: z.string(),
  currency: z.string(),
})
export type WarrantyReportHead = z.output<typeof WarrantyReportHead>

/**
 * `paid`: maintenance with a cost while the item had coverage. `ending`: a warranty or insurance that ends soon.
 * `no_receipt`: an item with coverage but without a receipt. `not_covered`: an item without coverage.
 */
const findings = ['paid', 'ending', 'no_receipt', 'not_covered'] as const

export const WarrantyFinding = z.strictObject({
  kind: z.enum(findings),
  /** Null for a document without an item. */
  item_id: z.string().nullable(),
  item_type: z.enum(gearTypes).nullable(),
  item: z.string().nullable(),
  asset_tag: z.string().nullable(),
  /** The warranty or insurance; null for `not_covered`. */
  document_id: z.string().nullable(),
  document_type: z.enum(documentTypes).nullable(),
  document: z.string().nullable(),
  provider: z.string().nullable(),
  reference_number: z.string().nullable(),
  /** Null: it has no end. */
  ends_on: z.string().nullable(),
  /** Days left and the shortest matching window, for `ending`. */
  days_left: z.int().nullable(),
  within_days: z.int().nullable(),
  /** Set for `paid`. */
  maintenance_id: z.string().nullable(),
  service_type: z.string().nullable(),
  service_date: z.string().nullable(),
  paid: z.number().nullable(),
})
export type WarrantyFinding = z.output<typeof WarrantyFinding>

/** Last line. A stream without it is incomplete. */
export const WarrantyCounts = z.strictObject({
  kind: z.literal('counts'),
  paid: z.int(),
  paid_sum: z.number(),
  /** Number of ends within each window; a longer window includes the shorter ones. */
  ending: z.array(z.strictObject({ within_days: z.int(), documents: z.int() })),
  no_receipt: z.int(),
  not_covered: z.int(),
  /** Number of items that are not retired. */
  items: z.int(),
})
export type WarrantyCounts = z.output<typeof WarrantyCounts>

export const WarrantyReportLine = z.union([WarrantyReportHead, WarrantyFinding, WarrantyCounts])
export type WarrantyReportLine = z.output<typeof WarrantyReportLine>

/**
 * Streams NDJSON: a `WarrantyReportHead`, a `WarrantyFinding` per line in the order of the kinds, and `WarrantyCounts`.
 */
export const readWarrantyReport = defineControlOperation({
  id: 'readWarrantyReport',
  method: 'GET',
  path: '/warranty/report',
  objectType: 'documents',
  summary: 'Warranties and insurances: gaps, ends, and what was paid although covered',
  reply: { status: 200, body: WarrantyReportLine },
  errors: listingErrors,
})

/** The findings as CSV. */
export const exportWarrantyReport = defineControlOperation({
  id: 'exportWarrantyReport',
  method: 'GET',
  path: '/warranty/report-file',
  objectType: 'documents',
  summary: 'The report of warranties as a file',
  reply: { status: 200, body: z.unknown() },
  errors: listingErrors,
})
