import { say, sayAll, type Said } from '../../contract/sentences/say.ts'
import { isAscii, isUtf8 } from 'node:buffer'
import { detectEncoding } from './encodings/detect.ts'

export interface DecodedText {
  text: string
  /** Display name. */
  encoding: string
  /** Name of the encoding, and how it was determined. */
  facts: EncodingFacts
  /** Text in other likely encodings. */
  others: { encoding: string; text: string }[]
  isDoubtful: boolean
}

interface EncodingFacts {
  /** WHATWG name. */
  name: string
  evidence: string
  sentences?: Said['sentences']
}

const marks: readonly { bytes: readonly number[]; name: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], name: 'utf-8' },
  { bytes: [0xff, 0xfe], name: 'utf-16le' },
  { bytes: [0xfe, 0xff], name: 'utf-16be' },
]

const SAMPLE_BYTES = 64 * 1024
const MIN_ZEROS = 4

/** Detects UTF-16 without a byte order mark: every second byte of separators, digits and line breaks is 0. */
function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const length = Math.min(bytes.length, SAMPLE_BYTES) & ~1
  const zeros = [0, 0]
  for (let index = 0; index < length; index++) if (bytes[index] === 0) zeros[index & 1] = (zeros[index & 1] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const maxZeros = Math.max(even, odd)
  if (maxZeros < MIN_ZEROS || maxZeros < length * 0.02 || Math.min(even, odd) * 20 > maxZeros) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

const decodeBytes = (bytes: Uint8Array, name: string): string => new TextDecoder(name).decode(bytes)

const describe = (name: string, evidence: Said, displayName = name): Omit<DecodedText, 'text'> => ({
  encoding: displayName,
  facts: { name, evidence: evidence.message, sentences: evidence.sentences },
  others: [],
  isDoubtful: false,
})

const decodeAs = (bytes: Uint8Array, name: string, evidence: Said, displayName = name): DecodedText => ({
  text: decodeBytes(bytes, name),
  ...describe(name, evidence, displayName),
})

/** Maximum number of non-ASCII characters that may be valid UTF-8 by chance, such as `’é` in a Mac encoding. */
const MAX_FEW_CHARACTERS = 3

function decodeUtf8(bytes: Uint8Array): { text: string; isCertain: boolean } | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const extraBytes = bytes.length - text.length
    const isFew =
      extraBytes > 0 &&
      extraBytes <= MAX_FEW_CHARACTERS * 2 &&
      [...text.matchAll(/[^\u0000-\u007f]/gu)].length <= MAX_FEW_CHARACTERS
    return { text, isCertain: !isFew }
  } catch {
    return undefined
  }
}

function decodeByLetters(bytes: Uint8Array, isValidUtf8: boolean): DecodedText {
  const { encoding, evidence, others, isDoubtful } = detectEncoding(bytes, isValidUtf8)
  const { message, sentences } = sayAll(
    encoding === 'utf-8' && isValidUtf8 ? VALID_UTF8_EVIDENCE : evidence,
    ...(others.length > 0 ? [say('encodings_possible_too', { encodings: others.join(', ') })] : []),
  )
  return {
    text: decodeBytes(bytes, encoding),
    encoding,
    facts: { name: encoding, evidence: message, sentences },
    others: others.map((name) => ({ encoding: name, text: decodeBytes(bytes, name) })),
    isDoubtful: isDoubtful && !isValidUtf8,
  }
}

const VALID_UTF8_EVIDENCE = say('by_valid_utf8')

/**
 * Decodes text: by byte order mark, setting, UTF-16 zeros, valid UTF-8, else by likely letters and words.
 * @param setting the source's `encoding:`
 */
export function decodeText(bytes: Uint8Array, setting?: string): DecodedText {
  const mark = marks.find((candidate) => candidate.bytes.every((byte, index) => bytes[index] === byte))
  if (mark) return decodeAs(bytes, mark.name, say('by_byte_order_mark'), `${mark.name} (byte order mark)`)
  if (setting !== undefined) return decodeAs(bytes, setting, say('by_encoding_setting'))
  const utf16 = findUtf16(bytes)
  if (utf16) return decodeAs(bytes, utf16, say('by_zero_bytes'))
  const utf8 = decodeUtf8(bytes)
  if (!utf8?.isCertain) return decodeByLetters(bytes, utf8 !== undefined)
  const evidence = utf8.text.length === bytes.length ? say('by_ascii') : VALID_UTF8_EVIDENCE
  return { text: utf8.text, ...describe('utf-8', evidence) }
}

const CHUNK_BYTES = 64 * 1024
const MAX_UTF8_BYTES = 4

/** True for ASCII, and for valid UTF-8 with too many non-ASCII bytes to be chance. */
function isCertainUtf8(bytes: Uint8Array): boolean {
  if (isAscii(bytes)) return true
  const maxFewBytes = MAX_FEW_CHARACTERS * 2 * MAX_UTF8_BYTES
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let count = 0
  for (let start = 0; start < bytes.length && count <= maxFewBytes; start += CHUNK_BYTES)
    count +=
      buffer.toString('latin1', start, Math.min(start + CHUNK_BYTES, bytes.length)).match(/[\u0080-\u00ff]/g)?.length ??
      0
  return count > maxFewBytes && isUtf8(bytes)
}

/**
 * Returns the result of `decodeText` for text that is certainly UTF-8, without decoding it: memory would hold a large
 * text twice.
 * @returns undefined for other text
 */
export function findCertainUtf8(bytes: Uint8Array, setting?: string): Omit<DecodedText, 'text'> | undefined {
  const mark = marks.find((candidate) => candidate.bytes.every((byte, index) => bytes[index] === byte))
  if (mark?.name === 'utf-8') return describe('utf-8', say('by_byte_order_mark'), 'utf-8 (byte order mark)')
  if (mark || setting !== undefined || findUtf16(bytes) || !isCertainUtf8(bytes)) return undefined
  return describe('utf-8', isAscii(bytes) ? say('by_ascii') : VALID_UTF8_EVIDENCE)
}

/** Finds the WHATWG name of an alias. @returns undefined if it is unknown */
export function findEncoding(name: string): string | undefined {
  try {
    return new TextDecoder(name).encoding
  } catch {
    return undefined
  }
}
