import { createMaintenance, type NewMaintenance } from '../../contract/api/maintenance.ts'
import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { findGear } from '../gear/find.ts'
import { readRecord } from '../record/fields.ts'
import { printRecord } from '../record/show.ts'
import { newMaintenanceFields } from './fields.ts'

export const createMaintenanceCommand = (
  context: CommandContext,
  options: Record<string, unknown> & { tag: string; json?: boolean },
): Promise<number> =>
  withApi(context.env, async (api) => {
    const { id, gear_type: type } = await findGear(api, options.tag)
    const body = { item_type: type, item_id: id, ...readRecord(options, newMaintenanceFields) } as NewMaintenance
    return printRecord(context, (await api.call(createMaintenance, { body })).body.data, options)
  })
