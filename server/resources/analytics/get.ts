import { hash } from 'node:crypto'
import { getAnalytics } from '../../../contract/analytics.ts'
import { isoTime } from '../../../platform/clock.ts'
import type { AppContext } from '../../context.ts'
import { readAccountState, type AccountState } from '../../db/accountState.ts'
import { jsonAnswer, notModified, type Answer } from '../../answer.ts'
import { isNotModified } from '../../../platform/http/entityTags.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { figuresOf } from './figures.ts'

async function cachedState(app: AppContext, account: string): Promise<AccountState> {
  const cached = app.versions.get(account)
  if (cached) return cached
  const state = await app.db.read((tx) => readAccountState(tx, account), { oneStatement: true })
  app.versions.set(state)
  return state
}

/**
 * Figures come from counters that every write updates.
 * The ETag covers only the figures and is weak, because `generated_at` changes (RFC 9110 section 8.8.1).
 */
export async function getFigures(context: ReadContext): Promise<Answer> {
  const { app, actor, query, ifNoneMatch } = context
  readQuery(getAnalytics, query)
  const { counters } = await cachedState(app, actor.account)
  const figures = JSON.stringify(figuresOf(counters))
  const strongTag = `"${hash('sha256', figures, 'base64url')}"`
  const etag = `W/${strongTag}`
  if (ifNoneMatch && isNotModified(ifNoneMatch, strongTag)) return notModified(etag)
  return jsonAnswer(200, `{"data":{"generated_at":"${isoTime(app.clock.nowMs())}",${figures.slice(1)}}`, { etag })
}
