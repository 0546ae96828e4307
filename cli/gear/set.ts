import { GearUpdates, updateGear } from '../../contract/api/gear.ts'
import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { readUpdates } from '../record/fields.ts'
import { printRecord } from '../record/show.ts'
import { findGear } from './find.ts'

export const setGearCommand = (
  context: CommandContext,
  name: string,
  options: Record<string, unknown>,
): Promise<number> =>
  withApi(context.env, async (api) => {
    const updates = readUpdates(options, GearUpdates.shape) as GearUpdates
    const { id } = await findGear(api, name)
    return printRecord(context, (await api.call(updateGear, { params: { id }, body: { updates } })).body.data, options)
  })
