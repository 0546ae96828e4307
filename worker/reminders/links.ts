import { createLinkToken, readLinkToken, toLinkPath, type ReminderLink } from '../../activities/notify/links/linkToken.ts'
import type { Clock } from '../../platform/clock.ts'
import type { SecretBox } from '../../platform/secretBox.ts'
import type { Database } from '../../platform/sql/types.ts'
import { readLinksValidFrom } from '../../state/facts.ts'

/** Links in reminders, by which their recipients answer them. */
export interface ReminderLinks {
  /** The address of a link; undefined without a public address, since one of this machine is of no use on a phone. */
  createUrl(link: Omit<ReminderLink, 'madeAtMs'>): string | undefined
  /** @returns undefined for a link that is not valid */
  read(token: string): Promise<ReminderLink | undefined>
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

export const createReminderLinks = ({ state, clock, box, account, publicUrl }: LinkDeps): ReminderLinks => ({
  createUrl: (link) =>
    publicUrl === undefined ? undefined : publicUrl + toLinkPath(createLinkToken(box, account, { ...link, madeAtMs: clock.nowMs() })),
  read: async (token) => {
    const validFrom = await state.read(readLinksValidFrom)
    const validFromMs = validFrom === undefined ? 0 : Date.parse(validFrom)
    return readLinkToken(box, account, token, { nowMs: clock.nowMs(), validFromMs })
  },
})
