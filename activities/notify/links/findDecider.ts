import type { Config } from '../../../config/config.ts'
import type { Person } from '../../../config/people.ts'
import { listPeopleOf, type Recipient } from '../routes.ts'

/**
 * Finds the person who decides about plans by the links sent to an address. Only one person may have it, so that the
 * decision has a name.
 * @returns undefined also if links may not decide
 */
export function findDecider(config: Config, to: Pick<Recipient, 'channel' | 'recipient'>): Person | undefined {
  const people = config.reminders.decide_by_link ? listPeopleOf(config, to) : []
  return people.length === 1 ? people[0] : undefined
}
