import { getSubscription } from '../../../contract/settings/subscription.ts'
import { notModifiedAnswer, type Answer } from '../../answer.ts'
import { isNotModified } from '../../../platform/http/conditional.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { readProfileRow } from '../../resources/profile/store.ts'
import { etagOf } from '../../resources/shared/record.ts'
import { toSubscriptionAnswer } from './view.ts'

export async function getAccountSubscription(context: ReadContext): Promise<Answer> {
  const { app, actor, query, ifNoneMatch } = context
  readQuery(getSubscription, query)
  const row = await app.db.read((tx) => readProfileRow(tx, actor.account), { oneStatement: true })
  return ifNoneMatch && isNotModified(ifNoneMatch, etagOf(row))
    ? notModifiedAnswer(etagOf(row))
    : toSubscriptionAnswer(row)
}
