import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { z } from 'zod'
import { scopes } from '../../contract/scopes.ts'
import { currencyCode, timeZone } from '../../contract/values.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { issueKey } from '../auth/issueKey.ts'
import { createAccountState } from '../db/accountState.ts'
import type { Schema } from '../db/schema.ts'

export const AccountDetails = z.object({
  name: z.string().min(1).max(200),
  email: z.email({ message: '--email must be an e-mail address.' }),
  tier: z.enum(['free', 'pro', 'studio'], { message: '--tier must be free, pro or studio.' }).default('pro'),
  timezone: z
    .string()
    .refine((zone) => timeZone.safeParse(zone).success, {
      message: '--timezone must be an IANA name such as Europe/Berlin.',
    })
    .default('UTC'),
  currency: z
    .string()
    .refine((code) => currencyCode.safeParse(code).success, { message: '--currency must be a code such as EUR.' })
    .default('USD'),
})
export type AccountDetails = z.output<typeof AccountDetails>

async function insertAccount(tx: Tx, id: string, details: AccountDetails, at: string): Promise<void> {
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
    db.insertInto('studio_profile').values({
      ...times,
      business_name: details.name,
      business_email: details.email,
      default_currency: details.currency,
    } as never),
  )
  await createAccountState(tx, id, randomUUID())
}

export interface NewAccount {
  account_id: string
  owner_key: string
  api_key: string
}

/** Creates an account with its owner key and an API key with all nine scopes. */
export async function createAccount(db: Database, details: AccountDetails, nowMs: number): Promise<NewAccount> {
  const account = v7({ msecs: nowMs })
  return db.write(async (tx) => {
    await insertAccount(tx, account, details, toIsoTime(nowMs))
    return {
      account_id: account,
      owner_key: await issueKey(tx, { account, kind: 'owner', name: 'Owner', scopes: [] }, nowMs),
      api_key: await issueKey(tx, { account, kind: 'api', name: 'First key', scopes }, nowMs),
    }
  })
}
