import { hash } from 'node:crypto'
import type { AuditLinkRow } from '../db/schema.ts'

/** What a row takes on the disk beside its entry: its columns and its places in the indexes, measured and rounded. */
const ROW_BYTES = 700

interface Row {
  seq: number
  at: string
  method: string
  status: number
  entry: string
}

/** Hash over a link's rows: their numbers and entries, in order. */
export const rowsHash = (rows: readonly Pick<Row, 'seq' | 'entry'>[]): string =>
  hash('sha256', rows.map((row) => `${row.seq} ${row.entry}\n`).join(''), 'hex')

/** Hash of a link: of the link before, the numbers it spans and its rows' hash. */
export const linkHash = (previous: string, first: number, last: number, rows: string): string =>
  hash('sha256', `${previous} ${first} ${last} ${rows}`, 'hex')

const isWrite = (row: Row): boolean => row.method !== 'GET' && row.method !== 'HEAD' && row.status < 400

/** What the retention needs to know of a link without reading its rows: when its last row was written, how many changed something, and its size. */
export function linkFacts(rows: readonly Row[]): Pick<AuditLinkRow, 'last_at' | 'writes' | 'bytes'> {
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

/** Closes what is left of a link whose rows are gone, so that none of it can change unseen. */
export const sealOf = (link: Pick<AuditLinkRow, 'hash' | 'last_at' | 'writes' | 'bytes' | 'pruned_at'>): string =>
  hash('sha256', `${link.hash} ${link.last_at} ${link.writes} ${link.bytes} ${link.pruned_at}`, 'hex')
