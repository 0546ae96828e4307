import { createHash, timingSafeEqual } from 'node:crypto'

const hashText = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares in constant time, for any lengths. */
export const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(hashText(given), hashText(secret))
