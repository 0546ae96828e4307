import { crc32 } from 'node:zlib'
import { encodeEndRecord, type ZipEntry } from './zipDirectory.ts'

const LOCAL_SIGNATURE = 0x04034b50
const LOCAL_BYTES = 30
const ENTRY_BYTES = 46
const UTF8_NAME = 0x0800

/**
 * Writes flags, method, sizes and checksum of an uncompressed entry. Local headers and directory entries have them in
 * the same order.
 */
function writeStoredFields(header: Buffer, at: number, flags: number, content: Buffer): void {
  header.writeUInt16LE(flags & UTF8_NAME, at)
  header.writeUInt16LE(0, at + 2)
  header.writeUInt32LE(crc32(content), at + 8)
  header.writeUInt32LE(content.length, at + 12)
  header.writeUInt32LE(content.length, at + 16)
}

/**
 * Replaces entries of a zip archive by appending new ones and rewriting the directory (APPNOTE 6.3, section 4.3).
 * @param changed new content, stored uncompressed
 */
export function replaceZipEntries(
  file: Uint8Array,
  entries: readonly ZipEntry[],
  changed: ReadonlyMap<ZipEntry, Buffer>,
): Buffer {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const pieces: Buffer[] = [bytes]
  let offset = bytes.length
  const directory = entries.map((entry) => {
    const content = changed.get(entry)
    const record = bytes.subarray(entry.record.from, entry.record.to)
    if (!content) return record
    const nameBytes = record.readUInt16LE(28)
    const flags = record.readUInt16LE(8)
    const newRecord = Buffer.from(record.subarray(0, ENTRY_BYTES + nameBytes))
    writeStoredFields(newRecord, 8, flags, content)
    newRecord.writeUInt32LE(0, 30)
    newRecord.writeUInt32LE(offset, 42)
    const local = Buffer.alloc(LOCAL_BYTES)
    local.writeUInt32LE(LOCAL_SIGNATURE, 0)
    local.writeUInt16LE(20, 4)
    writeStoredFields(local, 6, flags, content)
    local.writeUInt16LE(nameBytes, 26)
    const piece = Buffer.concat([local, record.subarray(ENTRY_BYTES, ENTRY_BYTES + nameBytes), content])
    pieces.push(piece)
    offset += piece.length
    return newRecord
  })
  return Buffer.concat([
    ...pieces,
    ...directory,
    encodeEndRecord(
      entries.length,
      directory.reduce((sum, { length }) => sum + length, 0),
      offset,
    ),
  ])
}
