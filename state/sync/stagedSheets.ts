import { createHash } from 'node:crypto'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

const CHUNK_BYTES = 1024 * 1024

export interface StagedSheet {
  sha256: string
  bytes: number
}

export interface Upload {
  upload_id: string
  name: string
  sha256: string
}

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const setUsedAt = defineStatement<{ sha256: string; at: string }>((db, arg) =>
  db
    .updateTable('staged')
    .set({ used_at: arg('at') })
    .where('sha256', '=', arg('sha256')),
)
const insertStaged = defineStatement<{ sha256: string; bytes: number; at: string }>((db, arg) =>
  db.insertInto('staged').values({ ...arg.columns('sha256', 'bytes'), used_at: arg('at') }),
)
const insertChunk = defineStatement<{ sha256: string; number: number; content: Uint8Array }>((db, arg) =>
  db.insertInto('staged_chunk').values(arg.columns('sha256', 'number', 'content')),
)
const selectChunks = defineStatement<{ sha256: string }, { content: Uint8Array }>((db, arg) =>
  db.selectFrom('staged_chunk').select('content').where('sha256', '=', arg('sha256')).orderBy('number'),
)
const selectSize = defineStatement<{ sha256: string }, { bytes: number }>((db, arg) =>
  db.selectFrom('staged').select('bytes').where('sha256', '=', arg('sha256')),
)
const selectChunk = defineStatement<{ sha256: string; number: number }, { content: Uint8Array }>((db, arg) =>
  db
    .selectFrom('staged_chunk')
    .select('content')
    .where('sha256', '=', arg('sha256'))
    .where('number', '=', arg('number')),
)
const insertUpload = defineStatement<{ uploadId: string; name: string; sha256: string; at: string }>((db, arg) =>
  db
    .insertInto('upload')
    .values({ upload_id: arg('uploadId'), ...arg.columns('name', 'sha256'), created_at: arg('at') }),
)
const selectUpload = defineStatement<{ uploadId: string }, Upload>((db, arg) =>
  db.selectFrom('upload').select(['upload_id', 'name', 'sha256']).where('upload_id', '=', arg('uploadId')),
)
const deleteUnused = defineStatement<{ before: string }>((db, arg) =>
  db.deleteFrom('staged').where('used_at', '<', arg('before')),
)

/** Stores a sheet's bytes, deduplicated by content; updates the time of last use. */
export async function stageSheet(tx: Tx, bytes: Uint8Array, at: string): Promise<StagedSheet> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if ((await tx.run(setUsedAt, { sha256, at })) > 0) return { sha256, bytes: bytes.length }
  await tx.run(insertStaged, { sha256, bytes: bytes.length, at })
  // An empty file has one empty chunk, which distinguishes it from a deleted file.
  for (let start = 0, number = 0; start < bytes.length || number === 0; start += CHUNK_BYTES, number++)
    await tx.run(insertChunk, { sha256, number, content: bytes.subarray(start, start + CHUNK_BYTES) })
  return { sha256, bytes: bytes.length }
}

/** Reads the bytes of a staged sheet; `undefined` if they are not stored any more. */
export async function readStagedSheet(tx: Tx, sha256: string): Promise<Uint8Array | undefined> {
  const chunks = await tx.all(selectChunks, { sha256 })
  return chunks.length === 0 ? undefined : Buffer.concat(chunks.map((chunk) => chunk.content))
}

/** Finds the number of bytes of a staged sheet; undefined if they are not stored any more. */
export const findStagedSize = async (tx: Tx, sha256: string): Promise<number | undefined> =>
  (await tx.get(selectSize, { sha256 }))?.bytes

/** Reads a staged sheet in chunks, each in a separate transaction. It ends early if the sheet is deleted in between. */
export async function* readStagedChunks(state: Database, sha256: string): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const chunk = await state.read((tx) => tx.get(selectChunk, { sha256, number }))
    if (!chunk) return
    yield chunk.content
  }
}

export async function addUpload(
  tx: Tx,
  upload: { uploadId: string; name: string; sha256: string; at: string },
): Promise<void> {
  await tx.run(insertUpload, upload)
}

export const findUpload = (tx: Tx, uploadId: string): Promise<Upload | undefined> => tx.get(selectUpload, { uploadId })

/** Deletes bytes unused since `before`, with their uploads. @returns the number of files */
export const removeStagedSheets = (tx: Tx, before: string): Promise<number> => tx.run(deleteUnused, { before })
