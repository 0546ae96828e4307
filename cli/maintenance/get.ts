import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { printRecord } from '../record/show.ts'
import { findMaintenance } from './find.ts'

export const getMaintenanceCommand = (
  context: CommandContext,
  id: string | undefined,
  options: { tag?: string; json?: boolean },
): Promise<number> =>
  withApi(context.env, async (api) => printRecord(context, await findMaintenance(api, { ...options, id }), options))
