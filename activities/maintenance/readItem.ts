import { ApiError } from '../../client/errors.ts'
import { getGear, type Gear } from '../../contract/gear.ts'
import type { Api } from '../api.ts'

/** Reads an item as it is now; undefined when there is none. */
export async function readItem(api: Api, id: string, signal: AbortSignal): Promise<Gear | undefined> {
  try {
    return (await api.call(getGear, { params: { id } }, { signal })).body.data
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
