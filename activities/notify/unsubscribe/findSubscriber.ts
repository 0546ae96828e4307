import type { Config } from '../../../config/config.ts'
import type { Person } from '../../../config/people.ts'
import { findFallbackId, listPeopleOf, type Recipient } from '../routes.ts'

/**
 * Finds the person who may unsubscribe by a link sent to an address: the only one who has it as a personal address.
 * @returns undefined for the fallback person, or if kitroom.yaml does not offer it
 */
export function findSubscriber(config: Config, to: Pick<Recipient, 'channel' | 'recipient'>): Person | undefined {
  const [person, ...others] = listPeopleOf(config, to)
  if (!person?.unsubscribe || others.length > 0 || person.id === findFallbackId(config)) return undefined
  return person.channels.some(({ channel, to: address }) => channel === to.channel && address === to.recipient)
    ? person
    : undefined
}
