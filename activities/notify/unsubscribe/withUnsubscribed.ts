import type { Config } from '../../../config/config.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { listUnsubscriptions } from '../../../state/reminders/unsubscriptions.ts'

/** Adds the addresses with unsubscriptions to the settings. */
export async function withUnsubscribed(tx: Tx, config: Config): Promise<Config> {
  if (config.reminders.people === undefined) return config
  const unsubscribed = (await listUnsubscriptions(tx)).map(({ person, channel, recipient }) => ({
    person,
    channel,
    recipient,
  }))
  return unsubscribed.length === 0 ? config : { ...config, unsubscribed }
}
