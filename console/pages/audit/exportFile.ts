import type { auditFormats, listAudit } from '../../../contract/settings/audit.ts'
import type { AuditQuery } from '../../api/ownerQueries.ts'
import { buildAddress, callSettings } from '../../api/request.ts'

export type AuditFormat = (typeof auditFormats)[number]

/**
 * Lets the browser store an export of any size as it arrives. A failed download shows no message, so one row is
 * requested first: it fails with the API's message.
 * @throws ApiProblem
 */
export async function downloadExport(query: AuditQuery, format: AuditFormat, day: string): Promise<void> {
  await callSettings<typeof listAudit>('GET /audit', { query: { ...query, limit: 1 } })
  const link = document.createElement('a')
  link.href = buildAddress('settings', '/audit/export', { query: { ...query, format } })
  link.download = `audit-${day}.${format}`
  link.click()
}
