import { listGear, type Gear } from '../contract/gear.ts'
import type { Api } from './api.ts'
import { listAllRecords } from './listAll.ts'

/**
 * Reads every gear item once.
 * @throws ApplicationFailure (retryable) when the list keeps changing: a plan from a partial list could create an item twice
 */
export const listAllGear = (api: Api, signal: AbortSignal, onProgress?: (done: number, total: number) => void): Promise<Gear[]> =>
  listAllRecords('inventory', async (query) => (await api.call(listGear, { query }, { signal })).body, onProgress)
