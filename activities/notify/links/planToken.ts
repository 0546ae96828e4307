import { z } from 'zod'
import type { SecretBox } from '../../../platform/secretBox.ts'
import { isLinkValid, openToken, sealToken, type LinkLimits } from './sealedToken.ts'

/** Plan that a link decides about, and its recipient. */
export interface PlanLink {
  runId: string
  /** The attempt of planning that made the plan. */
  attempt: number
  /** Id of the person in kitroom.yaml. */
  person: string
  channel: string
  recipient: string
  /** Unix milliseconds. */
  madeAtMs: number
}

const Sealed = z.tuple([z.uuid(), z.int(), z.string(), z.string(), z.string(), z.int()])

const toPurpose = (account: string): string => `plan-link:${account}`

/** Creates a token for the path of a link, sealed like those of reminders. */
export function createPlanToken(box: SecretBox, account: string, link: PlanLink): string {
  const { runId, attempt, person, channel, recipient, madeAtMs } = link
  return sealToken(box, toPurpose(account), [runId, attempt, person, channel, recipient, madeAtMs])
}

/** @returns undefined for a token that is forged, of another account, withdrawn or older than 30 days */
export function readPlanToken(
  box: SecretBox,
  account: string,
  token: string,
  limits: LinkLimits,
): PlanLink | undefined {
  const opened = Sealed.safeParse(openToken(box, toPurpose(account), token))
  if (!opened.success) return undefined
  const [runId, attempt, person, channel, recipient, madeAtMs] = opened.data
  return isLinkValid(madeAtMs, limits) ? { runId, attempt, person, channel, recipient, madeAtMs } : undefined
}

/** The path is below that of reminders, which a proxy already forwards. */
export const toPlanPath = (token: string): string => `/reminders/plans/${token}`
