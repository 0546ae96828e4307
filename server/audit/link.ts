import { hash } from 'node:crypto'
import type { AuditLinkRow } from '../db/auditRows.ts'

/** Measured disk size of a row without its entry. */
const ROW_BYTES = 700

interface Row {
  seq: number
  at: string
  method: string
  status: number
  entry: string
}

export const hashRows = (rows: readonly Pick<Row, 'seq' | 'entry'>[]): string =>
  hash('sha256', rows.map((row) => `${row.seq} ${row.entry}\n`).join(''), 'hex')

/** Computes the hash of a link from the previous link, the range of numbers, and the hash of the rows. */
export const hashLink = (previous: string, first: number, last: number, rows: string): string =>
  hash('sha256', `${previous} ${first} ${last} ${rows}`, 'hex')

const isWrite = (row: Row): boolean => row.method !== 'GET' && row.method !== 'HEAD' && row.status < 400

/** Sums the totals that pruning needs, so that it need not read the rows. */
export function sumLinkTotals(rows: readonly Row[]): Pick<AuditLinkRow, 'last_at' | 'writes' | 'bytes'> {
  let lastAt = ''
  let writes = 0
  let bytes = 0
  for (const row of rows) {
    if (row.at > lastAt) lastAt = row.at
    if (isWrite(row)) writes += 1
    bytes += row.entry.length + ROW_BYTES
  }
  return { last_at: lastAt, writes, bytes }
}

/** Computes a hash over the remaining columns of a pruned link, so that changes are detected. */
export const hashPrunedLink = (
  link: Pick<AuditLinkRow, 'hash' | 'last_at' | 'writes' | 'bytes' | 'pruned_at'>,
): string => hash('sha256', `${link.hash} ${link.last_at} ${link.writes} ${link.bytes} ${link.pruned_at}`, 'hex')
