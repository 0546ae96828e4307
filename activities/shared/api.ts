import { liveStatuses, tierFeatures } from '../../contract/features.ts'
import type { Client } from '../../client/client.ts'
import { EPOCH_HEADER } from '../../contract/epoch.ts'
import { getProfile } from '../../contract/api/profile.ts'

/** The API client of activities. It does not retry; Temporal does. */
export type Api = Pick<Client, 'call'>

export interface Account {
  id: string
  currency: string
  /** IANA name. */
  timeZone: string
  /** Value that changes when the account's data is restored from a backup; empty if the API sends none. */
  epoch: string
  /** True if the subscription includes maintenance. */
  hasMaintenance: boolean
}

export async function readAccount(api: Api, signal?: AbortSignal): Promise<Account> {
  const { body, headers } = await api.call(getProfile, {}, signal ? { signal } : {})
  const { id, currency, timezone, subscription_status: status, subscription_tier: tier } = body.data.profile
  const hasMaintenance = liveStatuses.includes(status) && tierFeatures[tier].includes('maintenance')
  return { id, currency, timeZone: timezone, epoch: headers[EPOCH_HEADER.toLowerCase()] ?? '', hasMaintenance }
}
