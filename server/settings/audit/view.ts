import { AuditEntry } from '../../../contract/settings/audit.ts'
import type { RecordNames } from './recordNames.ts'

export const auditFields = Object.keys(AuditEntry.shape) as readonly (keyof AuditEntry)[]

/** Completes a stored entry: omitted empty members become `null`. */
export function toAuditView(row: { seq: number; entry: string }, names: RecordNames): AuditEntry {
  const stored = JSON.parse(row.entry) as Partial<AuditEntry>
  const entry: Record<string, unknown> = {}
  for (const field of auditFields) entry[field] = stored[field] ?? null
  entry['seq'] = row.seq
  entry['object_name'] = names.get(stored.object_id ?? '') ?? null
  entry['replayed'] = stored.replayed ?? false
  entry['count'] = stored.count ?? 1
  return entry as AuditEntry
}
