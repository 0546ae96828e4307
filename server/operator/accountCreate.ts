// Makes an account with its owner key and an API key of all nine scopes. A running server honours them at once.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { v7 } from 'uuid'
import { scopes } from '../../contract/scopes.ts'
import { currencyCode, timeZone } from '../../contract/values.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { issueKey } from '../auth/issueKey.ts'
import { createAccountState } from '../db/accountState.ts'
import type { Schema } from '../db/schema.ts'
import { need, runOperator, UsageError } from './flags.ts'

const Details = z.object({
  name: z.string().min(1).max(200),
  email: z.email({ message: '--email must be an e-mail address.' }),
  tier: z.enum(['free', 'pro', 'studio'], { message: '--tier must be free, pro or studio.' }).default('pro'),
  timezone: z
    .string()
    .refine((zone) => timeZone.safeParse(zone).success, { message: '--timezone must be an IANA name such as Europe/Berlin.' })
    .default('UTC'),
  currency: z
    .string()
    .refine((code) => currencyCode.safeParse(code).success, { message: '--currency must be a code such as EUR.' })
    .default('USD'),
})
type Details = z.output<typeof Details>

async function insertAccount(tx: Tx, id: string, details: Details, at: string): Promise<void> {
  const db = tx.builder<Schema>()
  const times = { account_id: id, created_at: at, updated_at: at }
  await tx.query(db.insertInto('account').values({ id, name: details.name, created_at: at }))
  await tx.query(
    db.insertInto('profile').values({
      ...times,
      full_name: details.name,
      email: details.email,
      currency: details.currency,
      timezone: details.timezone,
      subscription_tier: details.tier,
      subscription_status: 'active',
    } as never),
  )
  await tx.query(
    db
      .insertInto('studio_profile')
      .values({ ...times, business_name: details.name, business_email: details.email, default_currency: details.currency } as never),
  )
  await createAccountState(tx, id, randomUUID())
}

await runOperator(['name', 'email', 'tier', 'timezone', 'currency'], async (values, db, clock) => {
  const parsed = Details.safeParse({ ...values, name: need(values, 'name'), email: need(values, 'email') })
  if (!parsed.success) throw new UsageError(parsed.error.issues.map((issue) => issue.message).join('\n'))
  const nowMs = clock.nowMs()
  const account = v7({ msecs: nowMs })
  const result = await db.write(async (tx) => {
    await insertAccount(tx, account, parsed.data, isoTime(nowMs))
    return {
      account_id: account,
      owner_key: await issueKey(tx, { account, kind: 'owner', name: 'Owner', scopes: [] }, nowMs),
      api_key: await issueKey(tx, { account, kind: 'api', name: 'First key', scopes }, nowMs),
    }
  })
  if (values['json']) return JSON.stringify(result)
  return [
    `Account   ${result.account_id}`,
    `Owner key ${result.owner_key}`,
    `API key   ${result.api_key}`,
    'Keep both keys: they are shown only now.',
  ].join('\n')
})
