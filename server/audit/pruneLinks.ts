import type { AuditLinkRow } from '../db/auditRows.ts'
import { defineStatement } from '../db/statement.ts'
import type { AccountWrite } from '../db/write.ts'
import { hashPrunedLink } from './link.ts'

export interface PrunedCounts {
  rows: number
  links: number
}

const deleteRows = defineStatement<{ account: string; first: number; last: number }>((db, arg) =>
  db
    .deleteFrom('audit')
    .where('account_id', '=', arg('account'))
    .where('seq', '>=', arg('first'))
    .where('seq', '<=', arg('last')),
)
const markLink = defineStatement<{ account: string; last: number; at: string; seal: string }>((db, arg) =>
  db
    .updateTable('audit_link')
    .set({ pruned_at: arg('at'), seal: arg('seal') })
    .where('account_id', '=', arg('account'))
    .where('last_seq', '=', arg('last')),
)

/** Deletes the rows of links but keeps the links, so that the chain can still be verified. */
export function pruneLinks({ tx, state, account, at }: AccountWrite, links: readonly AuditLinkRow[]): PrunedCounts {
  const pruned: PrunedCounts = { rows: 0, links: 0 }
  for (const link of links) {
    tx.send(deleteRows, { account, first: link.first_seq, last: link.last_seq })
    tx.send(markLink, { account, last: link.last_seq, at, seal: hashPrunedLink({ ...link, pruned_at: at }) })
    pruned.rows += link.last_seq - link.first_seq + 1
    pruned.links += 1
    state.audit_bytes -= link.bytes
  }
  return pruned
}
