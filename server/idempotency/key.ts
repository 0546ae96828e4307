import { describeFault } from '../../contract/faultReasons.ts'
import { hash } from 'node:crypto'
import { maskSecrets } from '../../platform/maskSecrets.ts'
import { createError } from '../errors.ts'

const FORMAT = /^(?:"([A-Za-z0-9_-]{1,255})"|([A-Za-z0-9_-]{1,255}))$/

/** Parses an Idempotency-Key: 1 to 255 letters, digits, `-` and `_`, bare or quoted. @throws AppError invalid_header */
export function readIdempotencyKey(value: string): string {
  const match = FORMAT.exec(value)
  const key = match?.[1] ?? match?.[2]
  if (key) return key
  const header = 'Idempotency-Key'
  const fault = describeFault('header_no_idempotency_key', {})
  throw createError(
    'header_invalid',
    { header },
    {
      detail: `The header ${header} ${fault.detail}.`,
      faults: [{ header, ...fault }],
    },
  )
}

/** Returns the key as stored. A key that looks like a secret is hashed. */
export const toStoredKey = (key: string): string =>
  maskSecrets(key) === key ? key : `sha256:${hash('sha256', key, 'hex')}`

/** Computes a fingerprint of a request: method, path, If-Match and body. */
export function fingerprintRequest(
  method: string,
  path: string,
  ifMatch: string | undefined,
  body: Uint8Array,
): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${method}\n${path}\n${ifMatch ?? ''}\n`), body]), 'hex')
}
