import { createInflateRaw } from 'node:zlib'
import type { ZipEntry } from './zipDirectory.ts'

const LOCAL_SIGNATURE = 0x04034b50
const LOCAL_BYTES = 30

function packedBytes(file: Uint8Array, entry: ZipEntry): Buffer | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (entry.offset + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(entry.offset) !== LOCAL_SIGNATURE)
    return undefined
  const start =
    entry.offset + LOCAL_BYTES + bytes.readUInt16LE(entry.offset + 26) + bytes.readUInt16LE(entry.offset + 28)
  const end = start + entry.compressedBytes
  return end <= bytes.length ? bytes.subarray(start, end) : undefined
}

/**
 * Inflates an entry in chunks, so that its size is checked while reading.
 * @throws RangeError beyond the file's end; Error of zlib for damaged bytes
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
