import type { Client } from '../../client/client.ts'
import { getGear, listGear, type Gear } from '../../contract/gear.ts'
import { uuid } from '../../contract/text.ts'
import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { clean, showJson, showValue } from '../show/clean.ts'
import { EXIT } from '../sync/outcome.ts'

async function find(api: Client, name: string): Promise<Gear> {
  if (uuid.safeParse(name).success) return (await api.call(getGear, { params: { id: name } })).body.data
  const [item] = (await api.call(listGear, { query: { asset_tag: name, limit: 1 } })).body.data
  if (!item) throw new CliError(`No item has the asset tag "${clean(name)}".`)
  return item
}

/** `kitroom gear get`: one item, by id or asset tag. */
export const getGearCommand = (context: CommandContext, name: string, options: { json?: boolean }): Promise<number> =>
  withApi(context.env, async (api) => {
    const item = await find(api, name)
    const lines = Object.entries(item).map(([field, value]) => `${field.padEnd(22)} ${showValue(value, 1000)}`)
    context.terminal.out(options.json ? showJson({ data: item }) : lines.join('\n'))
    return EXIT.fine
  })
