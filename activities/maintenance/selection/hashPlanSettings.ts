import { hash } from 'node:crypto'
import type { Plan } from '../../../config/maintenance.ts'
import type { Account } from '../../shared/api.ts'

/** Increase it when the same plans give other days. */
const RULES_VERSION = 1

const replaceSet = (_key: string, value: unknown): unknown => (value instanceof Set ? [...value] : value)

/** Computes a hash of everything that determines the days of all items. */
export const hashPlanSettings = (
  plans: readonly Plan[],
  { timeZone, epoch }: Pick<Account, 'timeZone' | 'epoch'>,
): string => hash('sha256', JSON.stringify([RULES_VERSION, timeZone, epoch, plans], replaceSet), 'hex')
