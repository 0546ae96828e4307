import type { Client } from '../client/client.ts'
import { EPOCH_HEADER } from '../contract/epoch.ts'
import { getProfile } from '../contract/profile.ts'

/** The API as activities use it. It repeats nothing itself: Temporal does. */
export type Api = Pick<Client, 'call'>

export interface Account {
  id: string
  /** ISO 4217 code. */
  currency: string
  /** IANA zone. */
  timeZone: string
  /** Names one history of the account's data; a restore begins another. Empty where the API does not say. */
  epoch: string
}

/** Reads whose key this is, and what the studio counts in. */
export async function readAccount(api: Api, signal?: AbortSignal): Promise<Account> {
  const { body, headers } = await api.call(getProfile, {}, signal ? { signal } : {})
  const { id, currency, timezone } = body.data.profile
  return { id, currency, timeZone: timezone, epoch: headers[EPOCH_HEADER.toLowerCase()] ?? '' }
}
