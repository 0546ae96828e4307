/** A zip directory entry. Its sizes are unverified; see `inflateEntry`. */
export interface ZipEntry {
  name: string
  compressedBytes: number
  inflatedBytes: number
  offset: number
  /** 0 stored, 8 deflated; others are refused. */
  method: number
  isEncrypted: boolean
  record: { from: number; to: number }
}

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const MAX_COMMENT_BYTES = 0xffff

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES)
  for (let offset = bytes.length - END_BYTES; offset >= first; offset--)
    if (bytes.readUInt32LE(offset) === END_SIGNATURE) return offset
  return -1
}

/**
 * Reads a zip directory (APPNOTE 6.3, sections 4.3.12 and 4.3.16). Zip64 archives appear with entries of 4 GiB.
 * @returns undefined when missing or incomplete
 */
export function readZipDirectory(file: Uint8Array): ZipEntry[] | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const end = findEnd(bytes)
  if (end < 0) return undefined
  const count = bytes.readUInt16LE(end + 10)
  const entries: ZipEntry[] = []
  let offset = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (offset + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(offset) !== ENTRY_SIGNATURE) return undefined
    const nameBytes = bytes.readUInt16LE(offset + 28)
    const to = offset + ENTRY_BYTES + nameBytes + bytes.readUInt16LE(offset + 30) + bytes.readUInt16LE(offset + 32)
    entries.push({
      name: bytes.toString('utf8', offset + ENTRY_BYTES, offset + ENTRY_BYTES + nameBytes),
      compressedBytes: bytes.readUInt32LE(offset + 20),
      inflatedBytes: bytes.readUInt32LE(offset + 24),
      offset: bytes.readUInt32LE(offset + 42),
      method: bytes.readUInt16LE(offset + 10),
      isEncrypted: (bytes.readUInt16LE(offset + 8) & 1) === 1,
      record: { from: offset, to },
    })
    offset = to
  }
  return entries
}

/** Writes an end record (APPNOTE 6.3, section 4.3.16) without a comment. */
export function encodeEndRecord(count: number, directoryBytes: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END_SIGNATURE, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directoryBytes, 12)
  end.writeUInt32LE(directoryOffset, 16)
  return end
}
