import type { LinkAddresses } from './createLinks.ts'
import { createLinkToken, readLinkToken, toLinkPath, type ReminderLink } from './linkToken.ts'
import { createPlanToken, readPlanToken, toPlanPath, type PlanLink } from './planToken.ts'
import type { LinkLimits } from './sealedToken.ts'
import {
  createUnsubscribeToken,
  readUnsubscribeToken,
  toUnsubscribePath,
  type UnsubscribeLink,
} from './unsubscribeToken.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { SecretBox } from '../../../platform/secretBox.ts'
import type { Database } from '../../../platform/sql/types.ts'
import { readLinksValidFrom } from '../../../state/hosts/facts.ts'

/** Links in reminders, by which recipients answer. Reading an invalid link gives undefined. */
export interface ReminderLinks extends LinkAddresses {
  read(token: string): Promise<ReminderLink | undefined>
  readPlan(token: string): Promise<PlanLink | undefined>
  readUnsubscribe(token: string): Promise<UnsubscribeLink | undefined>
}

interface LinkDeps {
  state: Database
  clock: Clock
  box: SecretBox
  /** Id of the account. */
  account: string
  /** KITROOM_PUBLIC_URL without a trailing slash. */
  publicUrl: string | undefined
}

export function createReminderLinks({ state, clock, box, account, publicUrl }: LinkDeps): ReminderLinks {
  const toUrl = (createPath: (madeAtMs: number) => string): string | undefined =>
    publicUrl === undefined ? undefined : publicUrl + createPath(clock.nowMs())
  const readLimits = async (): Promise<LinkLimits> => {
    const validFrom = await state.read(readLinksValidFrom)
    return { nowMs: clock.nowMs(), validFromMs: validFrom === undefined ? 0 : Date.parse(validFrom) }
  }
  return {
    createUrl: (link) => toUrl((madeAtMs) => toLinkPath(createLinkToken(box, account, { ...link, madeAtMs }))),
    createPlanUrl: (link) => toUrl((madeAtMs) => toPlanPath(createPlanToken(box, account, { ...link, madeAtMs }))),
    createUnsubscribeUrl: (link) =>
      toUrl((madeAtMs) => toUnsubscribePath(createUnsubscribeToken(box, account, { ...link, madeAtMs }))),
    read: async (token) => readLinkToken(box, account, token, await readLimits()),
    readPlan: async (token) => readPlanToken(box, account, token, await readLimits()),
    readUnsubscribe: async (token) => readUnsubscribeToken(box, account, token, await readLimits()),
  }
}
