// Receives sheets into a file, so that uploads at once need little memory. Limits of number, bytes and disk are checked
// before a body is read.
import { createHash, randomUUID } from 'node:crypto'
import { open, rm, statfs, type FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { MAX_SHEET_BYTES, MAX_UPLOAD_BYTES_AT_ONCE, MAX_UPLOADS_AT_ONCE } from '../../contract/policies.ts'
import { readBodyChunks } from '../../platform/http/body.ts'
import type { SheetContent } from '../../state/sync/stagedSheets.ts'
import { createWorkerError, type WorkerError } from '../context/errors.ts'

const MIB = 1024 * 1024
/** An upload is in its file, in the database and in the database's log for a moment. */
const COPIES_ON_DISK = 3
const RETRY_HEADERS = { headers: { 'retry-after': '5' } }

export interface UploadOptions {
  /** Folder for the files. */
  folder: string
  minFreeDiskMib: number
}

/** A received sheet. Its file has no name any more, so that its space is free when the process ends in any way. */
export interface ReceivedSheet extends SheetContent, AsyncDisposable {}

export interface Uploads {
  /** Receives the body of a request. @throws WorkerError rate_limited, disk_nearly_full; BodyError */
  receive(request: IncomingMessage): Promise<ReceivedSheet>
}

interface Reservation extends Disposable {
  /** Bytes of all uploads that arrive now. */
  allBytes: number
}

/** Counts the uploads that arrive or are being stored now, and their bytes. A worker serves one account. */
function createUploadLimit(): (bytes: number) => Reservation {
  let uploads = 0
  let allBytes = 0
  return (bytes) => {
    if (uploads >= MAX_UPLOADS_AT_ONCE || allBytes + bytes > MAX_UPLOAD_BYTES_AT_ONCE)
      throw createWorkerError(
        'too_many_uploads',
        { max: MAX_UPLOADS_AT_ONCE, max_mib: MAX_UPLOAD_BYTES_AT_ONCE / MIB },
        RETRY_HEADERS,
      )
    uploads += 1
    allBytes += bytes
    return {
      allBytes,
      [Symbol.dispose]() {
        uploads -= 1
        allBytes -= bytes
      },
    }
  }
}

const createDiskError = (options: { cause?: unknown } = {}): WorkerError =>
  createWorkerError('disk_nearly_full', {}, options)

/** @throws WorkerError disk_nearly_full if an upload would leave less than the minimum of free space */
async function requireDiskSpace({ folder, minFreeDiskMib }: UploadOptions, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - COPIES_ON_DISK * bytes < minFreeDiskMib * MIB) throw createDiskError()
}

async function* readFileChunks(file: FileHandle, bytes: number, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < bytes; position += chunkBytes) {
    const chunk = Buffer.alloc(Math.min(chunkBytes, bytes - position))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position)
    if (bytesRead !== chunk.length) throw new Error('the file of an upload is shorter than what was written')
    yield chunk
  }
}

async function openUnnamedFile(folder: string): Promise<FileHandle> {
  const path = join(folder, `upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

/** Writes the body into a file. The file and what is reserved are the sheet's from then on. */
async function receiveInto(file: FileHandle, request: IncomingMessage): Promise<SheetContent> {
  const digest = createHash('sha256')
  let bytes = 0
  for await (const chunk of readBodyChunks(request, MAX_SHEET_BYTES)) {
    digest.update(chunk)
    bytes += chunk.length
    await file.writeFile(chunk)
  }
  return {
    sha256: digest.digest('hex'),
    bytes,
    chunks: (chunkBytes) => readFileChunks(file, bytes, chunkBytes),
  }
}

/** A body without a length counts as the largest. */
const declaredBytes = ({ headers }: IncomingMessage): number =>
  headers['content-length'] === undefined
    ? MAX_SHEET_BYTES
    : Math.min(Number(headers['content-length']), MAX_SHEET_BYTES)

export function createUploads(options: UploadOptions): Uploads {
  const reserve = createUploadLimit()
  return {
    async receive(request) {
      await using resources = new AsyncDisposableStack()
      const { allBytes } = resources.use(reserve(declaredBytes(request)))
      await requireDiskSpace(options, allBytes)
      try {
        const file = resources.use(await openUnnamedFile(options.folder))
        const sheet = await receiveInto(file, request)
        const held = resources.move()
        return { ...sheet, [Symbol.asyncDispose]: () => held.disposeAsync() }
      } catch (error) {
        throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? createDiskError({ cause: error }) : error
      }
    },
  }
}
