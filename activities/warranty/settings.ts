import { hash } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import { listRecipients, listRoutes } from '../notify/routes.ts'

/** Nothing without people, so that settings of earlier versions have the same hash. */
const describePeople = ({ reminders: { people, fallback } }: Config): unknown[] => (people === undefined ? [] : [people, fallback])

const replaceSet = (_key: string, value: unknown): unknown => (value instanceof Set ? [...value] : value)

export const hashSettings = (config: Config): string =>
  hash('sha256', JSON.stringify([config.warranty, config.reminders.at, listRecipients(config), ...describePeople(config)], replaceSet), 'hex')

/** The reminder steps of all people, in days before the end. */
export const listCoverageSteps = (config: Config): number[] => [...new Set(listRoutes(config).all.flatMap(({ coverageSteps }) => coverageSteps))]
