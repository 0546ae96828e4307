import { orNone } from '../client/orNone.ts'
import { getGear, type Gear } from '../contract/gear.ts'
import type { Api } from './api.ts'

/** Reads an item as it is now; undefined when there is none. */
export const readItem = async (api: Api, id: string, signal: AbortSignal): Promise<Gear | undefined> =>
  (await orNone(api.call(getGear, { params: { id } }, { signal })))?.body.data
