import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FeedRow } from '../../state/calendars/calendarFeeds.ts'

const TOKEN_BYTES = 32

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Creates a random secret, base64url, for a feed's URL. */
export const createFeedToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** Computes the SHA-256 of a token as hex. Only this hash is stored. */
export const hashFeedToken = (token: string): string => hashToken(token).toString('hex')

/** Finds a feed by its token. It compares every feed in constant time, so that timing reveals nothing. */
export function findFeed(feeds: readonly FeedRow[], token: string): FeedRow | undefined {
  const givenDigest = hashToken(token)
  const matches = feeds.filter(
    ({ token_sha256: stored }) => stored !== null && timingSafeEqual(Buffer.from(stored, 'hex'), givenDigest),
  )
  return matches[0]
}

export const toFeedPath = (token: string): string => `/calendars/${token}.ics`
