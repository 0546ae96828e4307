import { getAnalytics, type Analytics } from '../../../contract/api/analytics.ts'
import type { UseCaseContext } from '../../context/context.ts'
import { readAccountState, type AccountState } from '../../db/accountState.ts'
import type { Answer } from '../../answer.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { documentTypes } from '../../../contract/api/documents.ts'
import { gearTypes } from '../../../contract/api/gearFields.ts'
import { maintenanceStatuses } from '../../../contract/api/maintenance.ts'
import { shootStatuses } from '../../../contract/api/shoots.ts'
import { sumCounters, type Counters } from '../../db/counters.ts'
import { answerFigures } from './answerFigures.ts'

type Figures = Omit<Analytics, 'generated_at'>

const countsOf = <Key extends string>(
  counters: Counters,
  resource: string,
  keys: readonly Key[],
): Record<Key, number> =>
  Object.fromEntries(keys.map((key) => [key, sumCounters(counters, resource, key)])) as Record<Key, number>

const toFigures = (counters: Counters): Figures => ({
  inventory: { total_items: sumCounters(counters, 'gear'), by_type: countsOf(counters, 'gear', gearTypes) },
  shoots: { total: sumCounters(counters, 'shoots'), by_status: countsOf(counters, 'shoots', shootStatuses) },
  maintenance: {
    total: sumCounters(counters, 'maintenance'),
    by_status: countsOf(counters, 'maintenance', maintenanceStatuses),
  },
  documents: { total: sumCounters(counters, 'documents'), by_type: countsOf(counters, 'documents', documentTypes) },
})

async function readState(app: UseCaseContext, account: string): Promise<AccountState> {
  const state = await app.db.read((tx) => readAccountState(tx, account), { oneStatement: true })
  app.accountStates.set(state)
  return state
}

/** Reads the figures from counters that every write updates. */
export async function getAnalyticsFigures(context: ReadContext): Promise<Answer> {
  readQuery(getAnalytics, context.query)
  const { counters } = context.state ?? (await readState(context.app, context.actor.account))
  return answerFigures(context, toFigures(counters))
}
