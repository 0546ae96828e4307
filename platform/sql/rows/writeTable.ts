import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Tx } from '../types.ts'
import { createDigester, type Digest } from './digest.ts'
import { readRows, type Row } from './rows.ts'
import type { Table } from './tables.ts'

/** Level 3 gives most of the compression in a third of the time. */
const GZIP_LEVEL = 3

interface TableOptions {
  file: string
  onRows: (rows: number) => void
  signal: AbortSignal
  /** Schema on PostgreSQL; default: the connection's. */
  schema?: string | undefined
}

function toLine(row: Row, { blobs }: Table): string {
  if (blobs.length === 0) return JSON.stringify(row)
  const bytes = blobs.map((name) => [name, Buffer.from(row[name] as Uint8Array).toString('base64')])
  return JSON.stringify({ ...row, ...Object.fromEntries(bytes) })
}

/** Writes a table as gzipped NDJSON, one object per row; bytes as base64. */
export async function writeTable(
  tx: Tx,
  table: Table,
  { file, onRows, signal, schema }: TableOptions,
): Promise<Digest & { rows: number }> {
  let rows = 0
  const lines = async function* (): AsyncGenerator<string> {
    for await (const slice of readRows(tx, table, schema)) {
      rows += slice.length
      onRows(rows)
      yield `${slice.map((row) => toLine(row, table)).join('\n')}\n`
    }
  }
  const digest = createDigester()
  const out = createWriteStream(file, { mode: 0o600, flush: true })
  await pipeline(Readable.from(lines()), createGzip({ level: GZIP_LEVEL }), digest, out, { signal })
  return { ...digest.digest(), rows }
}
