import { DAY_MS } from '../../../contract/policies.ts'
import { SealBroken, type SecretBox } from '../../../platform/secretBox.ts'

const LINK_DAYS = 30
const VERSION_PREFIX = 'v1.'
const MAX_TOKEN_CHARACTERS = 2000

/** Seals values as a token for the path of a link. @param purpose distinguishes kinds of links and accounts */
export const sealToken = (box: SecretBox, purpose: string, values: readonly (string | number)[]): string =>
  box.seal(JSON.stringify(values), purpose).slice(VERSION_PREFIX.length)

/** False for another spelling of the same bytes: the last character of base64url may have unused bits. */
const isCanonical = (token: string): boolean => Buffer.from(token, 'base64url').toString('base64url') === token

/** @returns undefined for a token that is forged, or of another kind or account */
export function openToken(box: SecretBox, purpose: string, token: string): unknown {
  if (token.length > MAX_TOKEN_CHARACTERS || !isCanonical(token)) return undefined
  try {
    return JSON.parse(box.open(VERSION_PREFIX + token, purpose))
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

export interface LinkLimits {
  nowMs: number
  /** Links that were created earlier are withdrawn. */
  validFromMs: number
}

/** False for a link that was withdrawn or is older than 30 days. */
export const isLinkValid = (madeAtMs: number, { nowMs, validFromMs }: LinkLimits): boolean =>
  madeAtMs >= validFromMs && madeAtMs + LINK_DAYS * DAY_MS >= nowMs
