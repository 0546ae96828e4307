import { createError } from '../errors.ts'

const MAX_DEPTH = 32
const [QUOTE, BACKSLASH, COMMA, MINUS] = [0x22, 0x5c, 0x2c, 0x2d]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]
const [DIGIT_0, DIGIT_9] = [0x30, 0x39]
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw createError('body_not_utf8', {}, { cause })
  }
}

/** Finds a string's closing quote. JSON.parse has already validated the string. */
function endOfString(text: string, start: number): number {
  const end = text.indexOf('"', start + 1)
  if (text.charCodeAt(end - 1) !== BACKSLASH) return end
  let index = start + 1
  while (text.charCodeAt(index) !== QUOTE) index += text.charCodeAt(index) === BACKSLASH ? 2 : 1
  return index
}

function checkKey(keys: Set<string>, token: string): void {
  const key = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1)
  if (key === '__proto__') throw createError('json_proto_member', {})
  if (keys.has(key)) throw createError('json_repeated_member', { member: key.slice(0, 100).toWellFormed() })
  keys.add(key)
}

/** Number of significant digits that a double always preserves. */
const MAX_EXACT_DIGITS = 15
const DECIMAL = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Computes the canonical form of a decimal number: equal numbers have equal texts. */
function toNormalForm(token: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(token) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return end === 0 ? '0' : `${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`
}

function isExact(token: string): boolean {
  if (token.length <= MAX_EXACT_DIGITS && !/[eE]/.test(token)) return true
  const value = Number(token)
  if (!Number.isFinite(value) || (/^-?\d+$/.test(token) && !Number.isSafeInteger(value))) return false
  return toNormalForm(token) === toNormalForm(String(value))
}

function checkNumber(token: string): void {
  if (isExact(token)) return
  const excerpt = token.length > 40 ? `${token.slice(0, 40)}…` : token
  throw createError('json_inexact_number', { number_text: excerpt })
}

const NUMBER = /-?\d[\d.eE+-]*/y

/** Refuses content that JSON.parse accepts: duplicate members, __proto__, numbers that lose digits, excessive depth. */
function checkStructure(text: string): void {
  const openContainers: (Set<string> | null)[] = []
  let keys: Set<string> | null = null
  let expectsKey = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) {
      const end = endOfString(text, index)
      if (expectsKey && keys) checkKey(keys, text.slice(index, end + 1))
      expectsKey = false
      index = end
    } else if (code === COMMA) expectsKey = keys !== null
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      expectsKey = code === OPEN_BRACE
      keys = expectsKey ? new Set() : null
      if (openContainers.push(keys) > MAX_DEPTH) throw createError('json_too_deep', { max: MAX_DEPTH })
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      openContainers.pop()
      keys = openContainers.at(-1) ?? null
    } else if (code === MINUS || (code >= DIGIT_0 && code <= DIGIT_9)) {
      NUMBER.lastIndex = index
      const token = NUMBER.exec(text)?.[0] ?? text.charAt(index)
      checkNumber(token)
      index += token.length - 1
    }
  }
}

/**
 * Parses a JSON body strictly: UTF-8 without byte order mark, at most 32 levels, unambiguous.
 * @throws AppError invalid_encoding or malformed_json
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes)
  if (text.charCodeAt(0) === 0xfeff) throw createError('json_byte_order_mark', {})
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw createError(text.trim() === '' ? 'json_empty' : 'json_invalid', {}, { cause })
  }
  checkStructure(text)
  return value
}
