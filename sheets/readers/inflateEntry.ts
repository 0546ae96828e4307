import { createInflateRaw } from 'node:zlib'
import type { ZipEntry } from './zipDirectory.ts'

const LOCAL_SIGNATURE = 0x04034b50
const LOCAL_BYTES = 30

function packedBytes(file: Uint8Array, entry: ZipEntry): Buffer | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (entry.offset + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(entry.offset) !== LOCAL_SIGNATURE) return undefined
  const start = entry.offset + LOCAL_BYTES + bytes.readUInt16LE(entry.offset + 26) + bytes.readUInt16LE(entry.offset + 28)
  const end = start + entry.compressedBytes
  return end <= bytes.length ? bytes.subarray(start, end) : undefined
}

/**
 * Inflates an entry chunk by chunk, so that its true size is known before anybody holds all of it.
 * @throws RangeError when the entry reaches beyond the file, Error of zlib when its bytes are damaged.
 */
export async function* inflateEntry(file: Uint8Array, entry: ZipEntry): AsyncGenerator<Buffer> {
  const packed = packedBytes(file, entry)
  if (!packed) throw new RangeError(`the entry ${entry.name} is not whole`)
  if (entry.method === 0) {
    yield packed
    return
  }
  const inflate = createInflateRaw()
  inflate.end(packed)
  for await (const chunk of inflate) yield chunk as Buffer
}
