import { hash } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import { listRecipients, listRoutes } from '../notify/routes.ts'

/**
 * Describes people for the hash of settings. Without people it returns nothing, so that settings of earlier versions
 * have the same hash.
 */
const describePeople = ({ reminders: { people, fallback } }: Config): unknown[] =>
  people === undefined ? [] : [people, fallback]

const replaceSet = (_key: string, value: unknown): unknown => (value instanceof Set ? [...value] : value)

export function hashSettings(config: Config): string {
  const { warranty, reminders, unsubscribed = [] } = config
  const values = [warranty, reminders.at, listRecipients(config), ...describePeople(config), ...unsubscribed]
  return hash('sha256', JSON.stringify(values, replaceSet), 'hex')
}

/** Lists the reminder steps of all people, in days before the end. */
export const listCoverageSteps = (config: Config): number[] => [
  ...new Set(listRoutes(config).all.flatMap(({ coverageSteps }) => coverageSteps)),
]
