import { createHash } from 'node:crypto'
import { sql, type ExpressionBuilder, type Kysely, type SelectQueryBuilder } from 'kysely'
import { MAX_SPARE_SHEET_BYTES, MAX_SPARE_SHEETS } from '../../contract/policies.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

const CHUNK_BYTES = 1024 * 1024
/** Uploads that can begin a run or be explained. */
const MAX_UPLOADS = 1000

/** The bytes of a sheet, which are read once, and only if they are not stored already. */
export interface SheetContent {
  sha256: string
  bytes: number
  /** @param chunkBytes size of each chunk but the last */
  chunks: (chunkBytes: number) => AsyncIterable<Uint8Array>
}

async function* splitBytes(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes)
}

/** Creates the content of a sheet that is in memory. */
export const toSheetContent = (bytes: Uint8Array): SheetContent => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes: bytes.length,
  chunks: (chunkBytes) => splitBytes(bytes, chunkBytes),
})

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
type SpareSheet = Pick<StateTables['staged'], 'sha256' | 'bytes'>

const selectOpenRuns = (e: ExpressionBuilder<StateTables, 'staged'>) =>
  e
    .selectFrom('run')
    .select('run.run_id')
    .whereRef('run.sha256', '=', 'staged.sha256')
    .where('run.finished_at', 'is', null)

/**
 * Selects sheets that nothing needs: neither a run that has not ended, nor the next conditional request of a source.
 */
const selectSpare = (db: Kysely<StateTables>): SelectQueryBuilder<StateTables, 'staged', SpareSheet> =>
  db
    .selectFrom('staged')
    .select(['staged.sha256', 'staged.bytes'])
    .where((e) => e.not(e.exists(selectOpenRuns(e))))
    .where((e) =>
      e.not(
        e.exists(e.selectFrom('download').select('download.source').whereRef('download.sha256', '=', 'staged.sha256')),
      ),
    )
const selectSpareByAge = defineStatement<{ kept: string }, SpareSheet>((db, arg) =>
  selectSpare(db).where('staged.sha256', '!=', arg('kept')).orderBy('staged.used_at', 'desc').orderBy('staged.sha256'),
)
const selectUnused = defineStatement<{ before: string }, SpareSheet>((db, arg) =>
  selectSpare(db).where('staged.used_at', '<', arg('before')),
)
const deleteSheet = defineStatement<{ sha256: string }>((db, arg) =>
  db.deleteFrom('staged').where('sha256', '=', arg('sha256')),
)
const selectOldUpload = defineStatement<object, { upload_id: string }>((db) =>
  db
    .selectFrom('upload')
    .select('upload_id')
    .orderBy('upload_id', 'desc')
    .limit(sql.lit(1))
    .offset(sql.lit(MAX_UPLOADS)),
)
const deleteUploads = defineStatement<{ last: string }>((db, arg) =>
  db.deleteFrom('upload').where('upload_id', '<=', arg('last')),
)

/**
 * Deletes the oldest sheets beyond the limits of those that nothing needs.
 * @param kept the one that has just been stored
 */
async function removeExcessSheets(tx: Tx, kept: SheetContent): Promise<void> {
  let bytes = kept.bytes
  let sheets = 1
  for (const spare of await tx.all(selectSpareByAge, { kept: kept.sha256 })) {
    bytes += spare.bytes
    sheets += 1
    if (bytes <= MAX_SPARE_SHEET_BYTES && sheets <= MAX_SPARE_SHEETS) continue
    await tx.run(deleteSheet, { sha256: spare.sha256 })
  }
}

/**
 * Stores a sheet's bytes, deduplicated by content, and updates the time of last use. The oldest spare sheets beyond the
 * limits are deleted.
 */
export async function stageSheet(tx: Tx, sheet: SheetContent, at: string): Promise<void> {
  const { sha256, bytes } = sheet
  if ((await tx.run(setUsedAt, { sha256, at })) > 0) return
  await removeExcessSheets(tx, sheet)
  await tx.run(insertStaged, { sha256, bytes, at })
  let number = 0
  for await (const content of sheet.chunks(CHUNK_BYTES))
    await tx.run(insertChunk, { sha256, number: number++, content })
  // An empty file has one empty chunk, which distinguishes it from a deleted file.
  if (number === 0) await tx.run(insertChunk, { sha256, number, content: new Uint8Array() })
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
  const old = await tx.get(selectOldUpload, {})
  if (old) await tx.run(deleteUploads, { last: old.upload_id })
}

export const findUpload = (tx: Tx, uploadId: string): Promise<Upload | undefined> => tx.get(selectUpload, { uploadId })

/** Deletes spare sheets unused since `before`, with their uploads. @returns the number of files */
export async function removeStagedSheets(tx: Tx, before: string): Promise<number> {
  const unused = await tx.all(selectUnused, { before })
  for (const { sha256 } of unused) await tx.run(deleteSheet, { sha256 })
  return unused.length
}
