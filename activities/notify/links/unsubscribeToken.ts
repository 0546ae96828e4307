import { z } from 'zod'
import type { UnsubscribedAddress } from '../../../config/config.ts'
import type { SecretBox } from '../../../platform/secretBox.ts'
import { isLinkValid, openToken, sealToken, type LinkLimits } from './sealedToken.ts'

/** Address at which a link ends the reminders of a person. */
export interface UnsubscribeLink extends UnsubscribedAddress {
  /** Unix milliseconds. */
  madeAtMs: number
}

const Sealed = z.tuple([z.string(), z.string(), z.string(), z.int()])

const toPurpose = (account: string): string => `unsubscribe-link:${account}`

/** Creates a token for the path of a link, sealed like those of reminders. */
export const createUnsubscribeToken = (
  box: SecretBox,
  account: string,
  { person, channel, recipient, madeAtMs }: UnsubscribeLink,
): string => sealToken(box, toPurpose(account), [person, channel, recipient, madeAtMs])

/** @returns undefined for a token that is forged, of another account, withdrawn or older than 30 days */
export function readUnsubscribeToken(
  box: SecretBox,
  account: string,
  token: string,
  limits: LinkLimits,
): UnsubscribeLink | undefined {
  const opened = Sealed.safeParse(openToken(box, toPurpose(account), token))
  if (!opened.success) return undefined
  const [person, channel, recipient, madeAtMs] = opened.data
  return isLinkValid(madeAtMs, limits) ? { person, channel, recipient, madeAtMs } : undefined
}

/** The path is below that of reminders, which a proxy already forwards. */
export const toUnsubscribePath = (token: string): string => `/reminders/unsubscribe/${token}`
