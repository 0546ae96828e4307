import type { Client } from '../../client/client.ts'
import { getGear, listGear, type Gear } from '../../contract/api/gear.ts'
import { uuid } from '../../contract/text.ts'
import { CliError } from '../errors.ts'
import { escapeUnsafe } from '../show/text.ts'

/** @throws CliError, ApiError when there is none */
export async function findGear(api: Client, name: string): Promise<Gear> {
  if (uuid.safeParse(name).success) return (await api.call(getGear, { params: { id: name } })).body.data
  const [item] = (await api.call(listGear, { query: { asset_tag: name, limit: 1 } })).body.data
  if (!item) throw new CliError(`No item has the asset tag "${escapeUnsafe(name)}".`)
  return item
}

export const describeGear = ({ asset_tag: tag, brand, model }: Gear): string =>
  escapeUnsafe([tag, brand, model].filter(Boolean).join(' '))
