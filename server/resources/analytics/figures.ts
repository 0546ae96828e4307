import type { Analytics } from '../../../contract/analytics.ts'
import { documentTypes } from '../../../contract/documents.ts'
import { gearTypes } from '../../../contract/gearFields.ts'
import { maintenanceStatuses } from '../../../contract/maintenance.ts'
import { shootStatuses } from '../../../contract/shoots.ts'
import { sumCounters, type Counters } from '../../db/counters.ts'

type Figures = Omit<Analytics, 'generated_at'>

const countsOf = <Key extends string>(counters: Counters, resource: string, keys: readonly Key[]): Record<Key, number> =>
  Object.fromEntries(keys.map((key) => [key, sumCounters(counters, resource, key)])) as Record<Key, number>

export const figuresOf = (counters: Counters): Figures => ({
  inventory: { total_items: sumCounters(counters, 'gear'), by_type: countsOf(counters, 'gear', gearTypes) },
  shoots: { total: sumCounters(counters, 'shoots'), by_status: countsOf(counters, 'shoots', shootStatuses) },
  maintenance: { total: sumCounters(counters, 'maintenance'), by_status: countsOf(counters, 'maintenance', maintenanceStatuses) },
  documents: { total: sumCounters(counters, 'documents'), by_type: countsOf(counters, 'documents', documentTypes) },
})
