import type { Input } from '../../contract/operation.ts'
import type { exportAudit } from '../../contract/settings/audit.ts'
import type { AuditRow } from '../db/schema.ts'

export type AuditFilters = Omit<Input<typeof exportAudit>['query'], 'format'>

export const FIRST_MOMENT = ''
export const LAST_MOMENT = '~'

const matchesStatus = (wanted: string | undefined, status: number): boolean =>
  wanted === undefined ||
  (wanted.endsWith('xx') ? Math.floor(status / 100) === Number(wanted[0]) : status === Number(wanted))

type Searched = Pick<AuditRow, 'at' | 'request_id' | 'key_id' | 'method' | 'status' | 'object_id'>

export const matchesFilters = (filters: AuditFilters, row: Searched): boolean =>
  (filters.from === undefined || row.at >= filters.from) &&
  (filters.to === undefined || row.at <= filters.to) &&
  (filters.key_id === undefined || row.key_id === filters.key_id) &&
  (filters.request_id === undefined || row.request_id === filters.request_id) &&
  (filters.method === undefined || row.method === filters.method) &&
  (filters.object_id === undefined || row.object_id === filters.object_id) &&
  matchesStatus(filters.status, row.status)
