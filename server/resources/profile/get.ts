import { EPOCH_HEADER } from '../../../contract/epoch.ts'
import { getProfile } from '../../../contract/api/profile.ts'
import { notModifiedAnswer, type Answer } from '../../answer.ts'
import { isNotModified } from '../../../platform/http/conditional.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { readEpoch, readProfileRow, readStudioRow } from './store.ts'
import { toProfileAnswer } from './view.ts'

/** Answers with the profile on both planes. The epoch header identifies the history of the account's data. */
export async function getAccountProfile(context: ReadContext): Promise<Answer> {
  const { app, actor, query, ifNoneMatch } = context
  readQuery(getProfile, query)
  const { account } = actor
  const [profile, studio, epoch] = await app.db.read(
    async (tx) =>
      [await readProfileRow(tx, account), await readStudioRow(tx, account), await readEpoch(tx, account)] as const,
  )
  const headers = { [EPOCH_HEADER]: epoch }
  const answer = { ...toProfileAnswer(profile, studio), headers }
  return ifNoneMatch && answer.etag !== undefined && isNotModified(ifNoneMatch, answer.etag)
    ? { ...notModifiedAnswer(answer.etag), headers }
    : answer
}
