import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Tx } from '../types.ts'
import { TableFileError } from './errors.ts'
import { createRowWriter, type Row } from './rows.ts'
import type { Table } from './tables.ts'

async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Loads a table's file into its empty table. @returns the number of rows */
export async function readTable(
  tx: Tx,
  table: Table,
  file: string,
  options: { onRows: (rows: number) => void; signal: AbortSignal; schema?: string | undefined },
): Promise<number> {
  const columns = [...table.columns].toSorted().join()
  const writer = createRowWriter(tx, table, options.schema)
  let rows = 0
  const insert = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    const decoder = new TextDecoder()
    const texts = async function* (): AsyncGenerator<string> {
      for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
    }
    for await (const line of splitLines(texts())) {
      const row = JSON.parse(line) as Row
      if (Object.keys(row).toSorted().join() !== columns)
        throw new TableFileError(`${file} does not fit the table ${table.name}. Use another backup.`)
      for (const name of table.blobs) row[name] = Buffer.from(row[name] as string, 'base64')
      await writer.add(row)
      rows += 1
      if (rows % 1000 === 0) options.onRows(rows)
    }
    await writer.finish()
  }
  await pipeline(createReadStream(file), createGunzip(), insert, { signal: options.signal })
  return rows
}
