import type { Input } from '../../contract/operation.ts'
import type { exportAudit } from '../../contract/settings/audit.ts'
import type { AuditRow } from '../db/schema.ts'

/** What the audit is searched by, all of it together. */
export type AuditFilters = Omit<Input<typeof exportAudit>['query'], 'format'>

/** Before every moment, and after every moment. */
export const FIRST_MOMENT = ''
export const LAST_MOMENT = '~'

/** Whether a status is the one asked for, or of the class asked for (4xx). */
const statusMatches = (wanted: string | undefined, status: number): boolean =>
  wanted === undefined || (wanted.endsWith('xx') ? Math.floor(status / 100) === Number(wanted[0]) : status === Number(wanted))

type Searched = Pick<AuditRow, 'at' | 'request_id' | 'key_id' | 'method' | 'status' | 'object_id'>

/** Whether a row is one of those asked for. */
export const matches = (filters: AuditFilters, row: Searched): boolean =>
  (filters.from === undefined || row.at >= filters.from) &&
  (filters.to === undefined || row.at <= filters.to) &&
  (filters.key_id === undefined || row.key_id === filters.key_id) &&
  (filters.request_id === undefined || row.request_id === filters.request_id) &&
  (filters.method === undefined || row.method === filters.method) &&
  (filters.object_id === undefined || row.object_id === filters.object_id) &&
  statusMatches(filters.status, row.status)
