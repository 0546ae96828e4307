import type { Input } from '../../contract/operation.ts'
import type { exportAudit } from '../../contract/settings/audit.ts'
import type { AuditRow } from '../db/auditRows.ts'

export type AuditFilters = Omit<Input<typeof exportAudit>['query'], 'format'>

/** Scope of requests to the worker that change something. */
export const WORKER_WRITE = 'automation:write'

/** True if reads of the console are left out. Who searches a request or a method asks for all of them. */
export const hidesConsoleReads = ({ console_reads: reads, request_id: request, method }: AuditFilters): boolean =>
  reads === 'exclude' && request === undefined && method === undefined

export const FIRST_MOMENT = ''
export const LAST_MOMENT = '~'

const matchesStatus = (wanted: string | undefined, status: number): boolean =>
  wanted === undefined ||
  (wanted.endsWith('xx') ? Math.floor(status / 100) === Number(wanted[0]) : status === Number(wanted))

type Searched = Pick<AuditRow, 'at' | 'request_id' | 'key_id' | 'method' | 'status' | 'object_id' | 'entry'>

function isConsoleRead({ method, status, entry }: Searched): boolean {
  if (method !== 'GET' || status >= 400) return false
  const { session_id: session, scope } = JSON.parse(entry) as { session_id?: string; scope?: string }
  return session !== undefined && scope !== WORKER_WRITE
}

export const matchesFilters = (filters: AuditFilters, row: Searched): boolean =>
  (filters.from === undefined || row.at >= filters.from) &&
  (filters.to === undefined || row.at <= filters.to) &&
  (filters.key_id === undefined || row.key_id === filters.key_id) &&
  (filters.request_id === undefined || row.request_id === filters.request_id) &&
  (filters.method === undefined || row.method === filters.method) &&
  (filters.object_id === undefined || row.object_id === filters.object_id) &&
  matchesStatus(filters.status, row.status) &&
  !(hidesConsoleReads(filters) && isConsoleRead(row))
