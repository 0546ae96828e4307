import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Tx } from '../../platform/sql/types.ts'
import { createDigester, type Digest } from './files.ts'
import { readRows } from './rows.ts'
import type { Table } from './tables.ts'

/** Level 3 gives most of the compression in a third of the time. */
const GZIP_LEVEL = 3

interface TableOptions {
  file: string
  onRows: (rows: number) => void
  signal: AbortSignal
}

/** Writes a table as gzipped NDJSON, one object per row. */
export async function writeTable(tx: Tx, table: Table, { file, onRows, signal }: TableOptions): Promise<Digest & { rows: number }> {
  let rows = 0
  const lines = async function* (): AsyncGenerator<string> {
    for await (const slice of readRows(tx, table)) {
      rows += slice.length
      onRows(rows)
      yield `${slice.map((row) => JSON.stringify(row)).join('\n')}\n`
    }
  }
  const digest = createDigester()
  const out = createWriteStream(file, { mode: 0o600, flush: true })
  await pipeline(Readable.from(lines()), createGzip({ level: GZIP_LEVEL }), digest, out, { signal })
  return { ...digest.digest(), rows }
}
