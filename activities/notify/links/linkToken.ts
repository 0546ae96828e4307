import { z } from 'zod'
import type { SecretBox } from '../../../platform/secretBox.ts'
import { isLinkValid, openToken, sealToken, type LinkLimits } from './sealedToken.ts'

const linkActions = ['ack', 'snooze', 'done'] as const
/** Action with one press instead of a choice. `snooze`: for a week. */
export type LinkAction = (typeof linkActions)[number]

/** Reminder that a link answers, and its recipient. */
export interface ReminderLink {
  kind: string
  subject: string
  /** `YYYY-MM-DD`. */
  dueOn: string
  channel: string
  recipient: string
  /** Unix milliseconds. */
  madeAtMs: number
  /**
   * The page offers this action first, and a POST without a form performs it; undefined: the page offers all actions
   * equally.
   */
  action?: LinkAction | undefined
}

const Sealed = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.int(),
  z.enum(linkActions).optional(),
])

/** Links with an action have a separate purpose, so that an earlier version refuses them instead of failing. */
const toPurpose = (account: string, hasAction: boolean): string =>
  `${hasAction ? 'reminder-action' : 'reminder-link'}:${account}`

/**
 * Creates a token for the path of a link. It is sealed (AES-256-GCM), so nobody can create or read it without the
 * encryption key.
 */
export function createLinkToken(box: SecretBox, account: string, link: ReminderLink): string {
  const { kind, subject, dueOn, channel, recipient, madeAtMs, action } = link
  const values = [kind, subject, dueOn, channel, recipient, madeAtMs, ...(action === undefined ? [] : [action])]
  return sealToken(box, toPurpose(account, action !== undefined), values)
}

/** @returns undefined for a token that is forged, of another account, withdrawn or older than 30 days */
export function readLinkToken(
  box: SecretBox,
  account: string,
  token: string,
  limits: LinkLimits,
): ReminderLink | undefined {
  const values = openToken(box, toPurpose(account, false), token) ?? openToken(box, toPurpose(account, true), token)
  const opened = Sealed.safeParse(values)
  if (!opened.success) return undefined
  const [kind, subject, dueOn, channel, recipient, madeAtMs, action] = opened.data
  return isLinkValid(madeAtMs, limits) ? { kind, subject, dueOn, channel, recipient, madeAtMs, action } : undefined
}

export const toLinkPath = (token: string): string => `/reminders/${token}`
