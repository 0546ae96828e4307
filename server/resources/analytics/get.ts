import { hash } from 'node:crypto'
import { getAnalytics, type Analytics } from '../../../contract/analytics.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import type { AppContext } from '../../context.ts'
import { readAccountState, type AccountState } from '../../db/accountState.ts'
import { jsonAnswer, notModifiedAnswer, type Answer } from '../../answer.ts'
import { isNotModified } from '../../../platform/http/entityTags.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { documentTypes } from '../../../contract/documents.ts'
import { gearTypes } from '../../../contract/gearFields.ts'
import { maintenanceStatuses } from '../../../contract/maintenance.ts'
import { shootStatuses } from '../../../contract/shoots.ts'
import { sumCounters, type Counters } from '../../db/counters.ts'

type Figures = Omit<Analytics, 'generated_at'>

const countsOf = <Key extends string>(counters: Counters, resource: string, keys: readonly Key[]): Record<Key, number> =>
  Object.fromEntries(keys.map((key) => [key, sumCounters(counters, resource, key)])) as Record<Key, number>

const toFigures = (counters: Counters): Figures => ({
  inventory: { total_items: sumCounters(counters, 'gear'), by_type: countsOf(counters, 'gear', gearTypes) },
  shoots: { total: sumCounters(counters, 'shoots'), by_status: countsOf(counters, 'shoots', shootStatuses) },
  maintenance: { total: sumCounters(counters, 'maintenance'), by_status: countsOf(counters, 'maintenance', maintenanceStatuses) },
  documents: { total: sumCounters(counters, 'documents'), by_type: countsOf(counters, 'documents', documentTypes) },
})

async function readState(app: AppContext, account: string): Promise<AccountState> {
  const state = await app.db.read((tx) => readAccountState(tx, account), { oneStatement: true })
  app.accountStates.set(state)
  return state
}

/**
 * Figures come from counters that every write updates.
 * The ETag covers only the figures and is weak, because `generated_at` changes (RFC 9110 section 8.8.1).
 */
export async function getAnalyticsFigures(context: ReadContext): Promise<Answer> {
  const { app, actor, query, ifNoneMatch } = context
  readQuery(getAnalytics, query)
  const { counters } = context.state ?? (await readState(app, actor.account))
  const figures = JSON.stringify(toFigures(counters))
  const strongTag = `"${hash('sha256', figures, 'base64url')}"`
  const etag = `W/${strongTag}`
  if (ifNoneMatch && isNotModified(ifNoneMatch, strongTag)) return notModifiedAnswer(etag)
  return jsonAnswer(200, `{"data":{"generated_at":"${toIsoTime(app.clock.nowMs())}",${figures.slice(1)}}`, { etag })
}
