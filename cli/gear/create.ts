import { createGear, GearUpdates, type NewGear } from '../../contract/api/gear.ts'
import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { readRecord } from '../record/fields.ts'
import { printRecord } from '../record/show.ts'

export const createGearCommand = (context: CommandContext, options: Record<string, unknown>): Promise<number> =>
  withApi(context.env, async (api) => {
    const body = { gear_type: options['type'], ...readRecord(options, GearUpdates.shape) } as NewGear
    return printRecord(context, (await api.call(createGear, { body })).body.data, options)
  })
