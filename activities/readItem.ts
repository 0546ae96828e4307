import { undefinedIfNotFound } from '../client/undefinedIfNotFound.ts'
import { getGear, listGear, type Gear } from '../contract/gear.ts'
import type { Api } from './api.ts'
import { readMany, type Readers } from './readMany.ts'

export const readItem = async (api: Api, id: string, signal: AbortSignal): Promise<Gear | undefined> =>
  (await undefinedIfNotFound(api.call(getGear, { params: { id } }, { signal })))?.body.data

export const gearReaders = (api: Api, signal: AbortSignal): Readers<Gear> => ({
  what: 'inventory',
  readOne: (id) => readItem(api, id, signal),
  readPage: async (query) => (await api.call(listGear, { query }, { signal })).body,
})

export const readGear = (api: Api, ids: ReadonlySet<string>, signal: AbortSignal): Promise<Map<string, Gear>> =>
  readMany(ids, gearReaders(api, signal))
