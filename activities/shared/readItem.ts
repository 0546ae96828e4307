import { undefinedIfNotFound } from '../../client/undefinedIfNotFound.ts'
import { getGear, listGear, type Gear } from '../../contract/api/gear.ts'
import type { Api } from './api.ts'
import { readRecordsById, type RecordReaders } from './readRecordsById.ts'

export const readItem = async (api: Api, id: string, signal: AbortSignal): Promise<Gear | undefined> =>
  (await undefinedIfNotFound(api.call(getGear, { params: { id } }, { signal })))?.body.data

export const createGearReaders = (api: Api, signal: AbortSignal): RecordReaders<Gear> => ({
  what: 'inventory',
  readOne: (id) => readItem(api, id, signal),
  readPage: async (query) => (await api.call(listGear, { query }, { signal })).body,
})

export const readItemsById = (api: Api, ids: ReadonlySet<string>, signal: AbortSignal): Promise<Map<string, Gear>> =>
  readRecordsById(ids, createGearReaders(api, signal))
