import { updateMaintenance, type MaintenanceUpdates } from '../../contract/api/maintenance.ts'
import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { readRecord, readUpdates } from '../record/fields.ts'
import { printRecord } from '../record/show.ts'
import { changedMaintenanceFields, completedMaintenanceFields } from './fields.ts'
import { findMaintenance, type MaintenanceSelector } from './find.ts'

type Options = Record<string, unknown> & { tag?: string; json?: boolean }

async function changeMaintenance(
  context: CommandContext,
  name: MaintenanceSelector,
  updates: MaintenanceUpdates,
  options: Options,
): Promise<number> {
  return withApi(context.env, async (api) => {
    const { id } = await findMaintenance(api, name)
    return printRecord(
      context,
      (await api.call(updateMaintenance, { params: { id }, body: { updates } })).body.data,
      options,
    )
  })
}

export const setMaintenanceCommand = async (
  context: CommandContext,
  id: string | undefined,
  options: Options,
): Promise<number> =>
  changeMaintenance(context, { ...options, id }, readUpdates(options, changedMaintenanceFields), options)

export const completeMaintenanceCommand = async (
  context: CommandContext,
  id: string | undefined,
  options: Options,
): Promise<number> =>
  changeMaintenance(
    context,
    { ...options, id },
    { status: 'completed', ...readRecord(options, completedMaintenanceFields) },
    options,
  )
