import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { showRecord } from '../record/show.ts'
import { findMaintenance } from './find.ts'

/** `kitroom maintenance get`: one record, by its id or its item. */
export const getMaintenanceCommand = (context: CommandContext, id: string | undefined, options: { tag?: string; json?: boolean }): Promise<number> =>
  withApi(context.env, async (api) => showRecord(context, await findMaintenance(api, { ...options, id }), options))
