import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY_LENGTH = 43
const CHECK_LENGTH = 6

export const API_PREFIX = 'sk_studio_'
export const OWNER_PREFIX = 'ok_studio_'
const KEY_LENGTH = API_PREFIX.length + BODY_LENGTH + CHECK_LENGTH

function encodeBase62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  while (rest > 0n) {
    text = BASE62[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text.padStart(length, '0')
}

const computeChecksum = (body: string): string => encodeBase62(BigInt(crc32(body)), CHECK_LENGTH)

/**
 * Generates a key: prefix, 256 random bits in base62, checksum. Secret scanners can match
 * `(sk|ok)_studio_[0-9A-Za-z]{49}`.
 */
export function generateKey(prefix: typeof API_PREFIX | typeof OWNER_PREFIX): string {
  const body = encodeBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), BODY_LENGTH)
  return `${prefix}${body}${computeChecksum(body)}`
}

/** Checks form and checksum without a query, so that guessed keys never reach the database. */
export function isWellFormedKey(key: string): boolean {
  if (key.length !== KEY_LENGTH || !(key.startsWith(API_PREFIX) || key.startsWith(OWNER_PREFIX))) return false
  const body = key.slice(API_PREFIX.length, -CHECK_LENGTH)
  return /^[0-9A-Za-z]+$/.test(body) && key.endsWith(computeChecksum(body))
}

/** Hashes a key. A plain hash suffices, because a key has 256 random bits. */
export const hashKey = (key: string): string => hash('sha256', key, 'hex')
