import { z } from 'zod'
import { DAY_MS } from '../../../contract/policies.ts'
import { SealBroken, type SecretBox } from '../../../platform/secretBox.ts'

const LINK_DAYS = 30
const OWNER = 'reminder-link'
const VERSION_PREFIX = 'v1.'
const MAX_TOKEN_CHARACTERS = 2000

/** What a link in a reminder answers, and for whom it was made. */
export interface ReminderLink {
  kind: string
  subject: string
  /** `YYYY-MM-DD`. */
  dueOn: string
  channel: string
  recipient: string
  /** Unix milliseconds. */
  madeAtMs: number
}

const Sealed = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.int()])

/** A token for the path of a link. It is sealed (AES-256-GCM), so it can neither be made nor read without the encryption key. */
export function createLinkToken(box: SecretBox, account: string, link: ReminderLink): string {
  const { kind, subject, dueOn, channel, recipient, madeAtMs } = link
  return box.seal(JSON.stringify([kind, subject, dueOn, channel, recipient, madeAtMs]), `${OWNER}:${account}`).slice(VERSION_PREFIX.length)
}

interface LinkLimits {
  nowMs: number
  /** Links made earlier were withdrawn. */
  validFromMs: number
}

/** @returns undefined for a token that is forged, of another account, withdrawn or older than 30 days */
export function readLinkToken(box: SecretBox, account: string, token: string, { nowMs, validFromMs }: LinkLimits): ReminderLink | undefined {
  if (token.length > MAX_TOKEN_CHARACTERS) return undefined
  try {
    const [kind, subject, dueOn, channel, recipient, madeAtMs] = Sealed.parse(JSON.parse(box.open(VERSION_PREFIX + token, `${OWNER}:${account}`)))
    if (madeAtMs < validFromMs || madeAtMs + LINK_DAYS * DAY_MS < nowMs) return undefined
    return { kind, subject, dueOn, channel, recipient, madeAtMs }
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

export const toLinkPath = (token: string): string => `/reminders/${token}`
