import type { AuditEntry, AuditReport } from '../../../../contract/settings/audit.ts'
import type { Api, Reply } from '../../../support/api.ts'
import { until } from '../../../support/wait.ts'

export interface AuditPage {
  data: AuditEntry[]
  pagination: { limit: number; next_cursor: string | null }
}

export const pageOf = (reply: Reply): AuditPage => JSON.parse(reply.text) as AuditPage

/** A page of the audit log. Throws unless the reply is 200. */
export async function listAudit(settings: Api, query = ''): Promise<AuditPage> {
  const reply = await settings.get(`/audit${query === '' ? '' : `?${query}`}`)
  if (reply.status !== 200) throw new Error(`no audit: ${reply.text}`)
  return pageOf(reply)
}

export async function walkAudit(settings: Api, query: string): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  let cursor = ''
  for (;;) {
    const { data, pagination } = await listAudit(settings, `${query}${cursor}`)
    entries.push(...data)
    if (pagination.next_cursor === null) return entries
    cursor = `&cursor=${pagination.next_cursor}`
  }
}

/** Waits for the entries of all requests: those of reads are written up to a second later. */
export async function entriesOf(settings: Api, replies: readonly Reply[]): Promise<AuditEntry[]> {
  const requestIds = replies.map((reply) => reply.headers['request-id'] ?? '')
  const found = await until('all requests are audited', async () => {
    const pages = await Promise.all(requestIds.map((id) => listAudit(settings, `request_id=${id}`)))
    return pages.every(({ data }) => data.length > 0) && pages
  })
  return found.flatMap(({ data }) => data)
}

export async function verifyAudit(settings: Api, chainHead?: string): Promise<AuditReport> {
  const reply = await settings.get(`/audit/verify${chainHead === undefined ? '' : `?head=${chainHead}`}`)
  if (reply.status !== 200) throw new Error(`no report: ${reply.text}`)
  return (JSON.parse(reply.text) as { data: AuditReport }).data
}
