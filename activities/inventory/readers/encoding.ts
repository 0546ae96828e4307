export interface DecodedText {
  text: string
  /** As plans show it. */
  encoding: string
}

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, index) => bytes[index] === byte)

const SAMPLE_BYTES = 4096

/** UTF-16 without a byte order mark: nearly every second byte of western text is 0. */
function looksLikeUtf16(bytes: Uint8Array, zeroAt: 0 | 1): boolean {
  const length = Math.min(bytes.length, SAMPLE_BYTES) & ~1
  let zeros = 0
  for (let index = zeroAt; index < length; index += 2) if (bytes[index] === 0) zeros++
  return length >= 8 && zeros > length * 0.35
}

/**
 * Decodes a text file: by its byte order mark, else as UTF-16 when every second byte is 0, else as UTF-8 when all of it is valid UTF-8,
 * else as Windows-1252, in which every file can be read.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return { text: new TextDecoder('utf-8').decode(bytes), encoding: 'utf-8 (byte order mark)' }
  if (startsWith(bytes, 0xff, 0xfe)) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le (byte order mark)' }
  if (startsWith(bytes, 0xfe, 0xff)) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'utf-16be (byte order mark)' }
  if (looksLikeUtf16(bytes, 1)) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le' }
  if (looksLikeUtf16(bytes, 0)) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'utf-16be' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
  }
}
