import { EPOCH_HEADER } from '../../../contract/epoch.ts'
import { getProfile, type Profile, type StudioProfile } from '../../../contract/profile.ts'
import type { ProfileRow, StudioProfileRow } from '../../db/schema.ts'
import { define } from '../../db/statement.ts'
import { jsonAnswer, notModified, type Answer } from '../../http/answer.ts'
import { isNotModified } from '../../http/conditional.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'

const profileOf = define<{ account: string }, ProfileRow>((db, arg) => db.selectFrom('profile').selectAll().where('account_id', '=', arg('account')))
const studioOf = define<{ account: string }, StudioProfileRow>((db, arg) =>
  db.selectFrom('studio_profile').selectAll().where('account_id', '=', arg('account')),
)
const epochOf = define<{ account: string }, { epoch: string }>((db, arg) =>
  db.selectFrom('account_state').select('epoch').where('account_id', '=', arg('account')),
)

function profileView(row: ProfileRow): Profile {
  const { account_id: id, ...rest } = row
  return { id, ...rest } as Profile
}

function studioView(row: StudioProfileRow): StudioProfile {
  const { account_id: _, ...rest } = row
  return rest
}

/** Reads the account and studio profile, and says in a header which history of the account's data this is. */
export async function getAccountProfile(context: ReadContext): Promise<Answer> {
  const { app, actor, query, ifNoneMatch } = context
  readQuery(getProfile, query)
  const { account } = actor
  const [profile, studio, state] = await app.db.read(
    async (tx) => [await tx.get(profileOf, { account }), await tx.get(studioOf, { account }), await tx.get(epochOf, { account })] as const,
  )
  if (!profile || !studio || !state) throw new Error('the account has no profile')
  const etag = `"${profile.updated_at}.${studio.updated_at}"`
  const headers = { [EPOCH_HEADER]: state.epoch }
  if (ifNoneMatch && isNotModified(ifNoneMatch, etag)) return { ...notModified(etag), headers }
  const body = JSON.stringify({ data: { profile: profileView(profile), studioProfile: studioView(studio) } })
  return { ...jsonAnswer(200, body, { etag }), headers }
}
